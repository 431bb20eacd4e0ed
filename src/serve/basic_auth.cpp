#include "serve/basic_auth.hpp"

namespace mpart::serve {

namespace {

// Up to its padding, or the first character that is none of base64's.
std::string from_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::size_t bits = 0;
  unsigned count = 0;  // of bits that are in no byte yet
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) break;
    bits = (bits << 6 | digit) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<char>(bits >> count & 0xff));
  }
  return bytes;
}

}  // namespace

std::string basic_password(std::string_view authorization) {
  constexpr std::string_view kBasic = "Basic ";
  if (authorization.substr(0, kBasic.size()) != kBasic) return {};
  const std::string pair = from_base64(authorization.substr(kBasic.size()));
  const std::size_t colon = pair.find(':');
  return colon == std::string::npos ? std::string() : pair.substr(colon + 1);
}

}  // namespace mpart::serve
