#include "prepare/picture_bytes.hpp"

#include <cstddef>

#include "prepare/gif.hpp"
#include "prepare/tiff_head.hpp"

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

std::uint64_t little_endian(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = count; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

constexpr std::string_view kPng = "\x89PNG\r\n\x1A\n"sv;
constexpr std::string_view kJpeg = "\xFF\xD8"sv;
constexpr std::string_view kRiff = "RIFF"sv;
constexpr std::string_view kBmp = "BM"sv;
constexpr std::size_t kBmpHead = 54;

// "RIFF", the number of bytes that follow, "WEBP", and chunks of name, length and data.
constexpr std::size_t kWebpHead = 12;
constexpr std::size_t kWebpChunk = 8;
constexpr std::size_t kWebpSizes = 10;  // bytes of the first chunk in which all kinds have theirs

bool is_whole_webp(std::string_view bytes) {
  if (bytes.size() < kWebpHead + kWebpChunk + kWebpSizes) return false;
  return bytes.substr(8, 4) == "WEBP"sv && little_endian(bytes, 4, 4) <= bytes.size() - 8 &&
         little_endian(bytes, 4, 4) >= kWebpHead + kWebpChunk + kWebpSizes - 8;
}

// Animations are none of ours.
PictureSize webp_size(std::string_view bytes) {
  constexpr std::uint64_t kSide = 0x3FFF;
  const std::string_view name = bytes.substr(kWebpHead, 4);
  const std::string_view data = bytes.substr(kWebpHead + kWebpChunk);
  if (name == "VP8 "sv && data.substr(3, 3) == "\x9D\x01\x2A"sv) {
    return {little_endian(data, 6, 2) & kSide, little_endian(data, 8, 2) & kSide};
  }
  if (name == "VP8L"sv && data[0] == '\x2F') {
    const std::uint64_t sides = little_endian(data, 1, 4);
    return {(sides & kSide) + 1, (sides >> 14 & kSide) + 1};
  }
  constexpr std::uint64_t kAnimated = 2;
  if (name == "VP8X"sv && (little_endian(data, 0, 1) & kAnimated) == 0) {
    return {little_endian(data, 4, 3) + 1, little_endian(data, 7, 3) + 1};
  }
  return {};
}

// Chunks have an even number of bytes. The data of EXIF may begin as in a JPEG.
int webp_orientation(std::string_view bytes) {
  for (std::size_t at = kWebpHead; bytes.size() >= at + kWebpChunk;) {
    const std::uint64_t length = little_endian(bytes, at + 4, 4);
    std::string_view data = bytes.substr(at + kWebpChunk, length);
    if (bytes.substr(at, 4) == "EXIF"sv) {
      if (data.starts_with("Exif\0\0"sv)) data.remove_prefix(6);
      return is_tiff(data) ? tiff_orientation(data) : 1;
    }
    at += kWebpChunk + length + length % 2;
  }
  return 1;
}

struct BmpHead {
  explicit BmpHead(std::string_view bytes)
      : pixels_at(little_endian(bytes, 10, 4)),
        size(little_endian(bytes, 14, 4)),
        width(little_endian(bytes, 18, 4)),
        height(little_endian(bytes, 22, 4)),
        bits(little_endian(bytes, 28, 2)),
        compression(little_endian(bytes, 30, 4)),
        colours(little_endian(bytes, 46, 4)) {
    constexpr std::uint64_t kSign = 0x80000000;
    if (height >= kSign) height = 2 * kSign - height;  // negative: from the top down
  }
  bool plain() const {
    constexpr std::uint64_t kLargestSide = 1 << 20;
    return size >= 40 && width > 0 && width <= kLargestSide && height > 0 &&
           height <= kLargestSide && bits <= 32 && (compression == 0 || compression == 3);
  }
  std::uint64_t end() const { return pixels_at + (width * bits + 31) / 32 * 4 * height; }
  // Where the table of colours ends, or the head if there is none.
  std::uint64_t head_end() const {
    constexpr std::uint64_t kMostTableBits = 8;
    const std::uint64_t table = colours > 0 ? colours : std::uint64_t{1} << (bits % 32);
    return 14 + size + (bits <= kMostTableBits ? 4 * table : 0);
  }

  std::uint64_t pixels_at, size, width, height, bits, compression, colours;
};

// OpenCV takes 32 bits for blue, green, red and something, whatever the head says of their order.
std::string_view unreadable_bmp(std::string_view bytes) {
  constexpr std::uint64_t kRunLengths8 = 1, kRunLengths4 = 2, kMasks = 3;
  constexpr std::uint64_t kRed = 0xFF0000, kGreen = 0xFF00, kBlue = 0xFF;
  constexpr std::size_t kMasksEnd = kBmpHead + 12;
  if (bytes.size() < kMasksEnd) return {};
  const BmpHead head(bytes);
  if (head.size < 40) return "a BMP of OS/2";
  if (head.compression == kRunLengths8 || head.compression == kRunLengths4) {
    return "a BMP with run lengths";
  }
  if (head.plain() && head.pixels_at < head.head_end()) return "a BMP with pixels in its head";
  const bool usual = little_endian(bytes, kBmpHead, 4) == kRed &&
                     little_endian(bytes, kBmpHead + 4, 4) == kGreen &&
                     little_endian(bytes, kBmpHead + 8, 4) == kBlue;
  const bool masked = head.bits == 32 && head.compression == kMasks;
  return masked && !usual ? "a BMP with its colours in an unusual order" : std::string_view();
}

bool is_whole_bmp(std::string_view bytes) {
  if (bytes.size() < kBmpHead) return false;
  const BmpHead head(bytes);
  return head.plain() && head.bits > 0 && bytes.size() >= head.end();
}

// The first chunk must be IHDR: width and height.
PictureSize png_size(std::string_view bytes) {
  if (bytes.size() < 24 || bytes.substr(8, 8) != "\0\0\0\x0DIHDR"sv) return {};
  return {big_endian(bytes.substr(16, 4)), big_endian(bytes.substr(20, 4))};
}

// Marks without a length have no place before the first scan; a decoder would go on behind them,
// and find another head there than we do.
PictureSize jpeg_size(std::string_view bytes) {
  bytes.remove_prefix(2);
  while (bytes.size() >= 9 && bytes[0] == '\xFF') {
    const auto mark = static_cast<unsigned char>(bytes[1]);
    if (mark < 0xC0 || (mark >= 0xD0 && mark <= 0xDA)) return {};
    const bool fill = mark == 0xFF;
    const bool frame = mark <= 0xCF && mark != 0xC4 && mark != 0xC8 && mark != 0xCC;
    if (frame) return {big_endian(bytes.substr(7, 2)), big_endian(bytes.substr(5, 2))};
    const std::size_t length = fill ? 1 : 2 + big_endian(bytes.substr(2, 2));
    if (length > bytes.size()) return {};
    bytes.remove_prefix(length);
  }
  return {};
}

PictureSize size_in_head(std::string_view bytes) {
  if (bytes.starts_with(kPng)) return png_size(bytes);
  if (bytes.starts_with(kBmp)) return {BmpHead(bytes).width, BmpHead(bytes).height};
  if (is_gif(bytes)) return gif_size(bytes);
  if (is_tiff(bytes)) return tiff_size(bytes);
  return bytes.starts_with(kRiff) ? webp_size(bytes) : jpeg_size(bytes);
}

}  // namespace

bool is_whole_picture(std::string_view bytes) {
  if (bytes.starts_with(kPng)) return is_whole_png(bytes);
  if (bytes.starts_with(kBmp)) return is_whole_bmp(bytes);
  if (bytes.starts_with(kRiff)) return is_whole_webp(bytes);
  if (is_gif(bytes)) return is_whole_gif(bytes);
  if (is_tiff(bytes)) return is_whole_tiff(bytes);
  return is_jpeg(bytes) && is_whole_jpeg(bytes);
}

std::string_view unreadable_kind(std::string_view bytes) {
  if (bytes.starts_with(kBmp)) return unreadable_bmp(bytes);
  return is_tiff(bytes) ? unreadable_tiff(bytes) : std::string_view();
}

std::optional<PictureSize> picture_size(std::string_view bytes) {
  if (!is_whole_picture(bytes)) return std::nullopt;
  const PictureSize size = size_in_head(bytes);
  return size.pixels() == 0 ? std::nullopt : std::optional(size);
}

bool looks_like_picture(std::string_view start) {
  if (start.starts_with(kBmp)) {  // many a text begins with these two letters
    return start.size() >= kBmpHead && little_endian(start, 6, 4) == 0 && BmpHead(start).plain();
  }
  return start.starts_with(kPng) || start.starts_with("\xFF\xD8\xFF"sv) || is_gif(start) ||
         is_tiff(start) || (start.starts_with(kRiff) && start.substr(0, 12).ends_with("WEBP"sv));
}

int orientation_of_webp(std::string_view bytes) {
  return bytes.starts_with(kRiff) ? webp_orientation(bytes) : 1;
}

bool is_jpeg(std::string_view bytes) { return bytes.starts_with(kJpeg); }

std::size_t scan_count(std::string_view bytes) {
  if (!is_jpeg(bytes)) return 1;
  std::size_t count = 0;
  for (std::size_t at = bytes.find("\xFF\xDA"sv); at != std::string_view::npos;
       at = bytes.find("\xFF\xDA"sv, at + 2)) {
    ++count;
  }
  return count;
}

}  // namespace mpart::embed
