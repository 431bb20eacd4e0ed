#include "serve/basic_auth.hpp"

#include "util/base64.hpp"

namespace mpart::serve {

std::string basic_password(std::string_view authorization) {
  constexpr std::string_view kBasic = "Basic ";
  if (authorization.substr(0, kBasic.size()) != kBasic) return {};
  const std::string pair = from_base64(authorization.substr(kBasic.size())).value_or("");
  const std::size_t colon = pair.find(':');
  return colon == std::string::npos ? std::string() : pair.substr(colon + 1);
}

}  // namespace mpart::serve
