#include "embed/picture_bytes.hpp"

#include <cstddef>

namespace mpart::embed {
namespace {

using namespace std::string_view_literals;

std::size_t big_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (const char byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
  return value;
}

// Chunks of length, name, data and checksum, the last one IEND.
bool is_whole_png(std::string_view bytes) {
  constexpr std::size_t kAround = 12;  // bytes of a chunk besides its data
  bytes.remove_prefix(8);
  while (bytes.size() >= kAround) {
    if (bytes.substr(4, 4) == "IEND"sv) return true;
    const std::size_t length = big_endian(bytes.substr(0, 4));
    if (length > bytes.size() - kAround) return false;
    bytes.remove_prefix(kAround + length);
  }
  return false;
}

// Segments of mark, length and data up to the first scan (a thumbnail inside them has an end mark
// of its own), and an end mark after it: in a scan the byte FF is always followed by another one.
bool is_whole_jpeg(std::string_view bytes) {
  constexpr char kScan = '\xDA';
  bytes.remove_prefix(2);
  while (bytes.size() >= 4 && bytes[0] == '\xFF' && bytes[1] != kScan) {
    const bool fill = bytes[1] == '\xFF';
    const std::size_t length = fill ? 1 : 2 + big_endian(bytes.substr(2, 2));
    if (length > bytes.size()) return false;
    bytes.remove_prefix(length);
  }
  return bytes.starts_with("\xFF\xDA"sv) && bytes.find("\xFF\xD9"sv) != std::string_view::npos;
}

}  // namespace

bool is_whole_picture(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG\r\n\x1A\n"sv)) return is_whole_png(bytes);
  return bytes.starts_with("\xFF\xD8"sv) && is_whole_jpeg(bytes);
}

}  // namespace mpart::embed
