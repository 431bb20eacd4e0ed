#include "prepare/tiff_head.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace mpart::embed {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kLittle = "II*\0"sv, kBig = "MM\0*"sv;

// What decides how much room a decoder makes and how a picture is turned; nothing else is kept.
enum Tag : std::uint64_t {
  kWidth = 256,
  kHeight = 257,
  kBits = 258,
  kCompression = 259,
  kStripOffsets = 273,
  kOrientation = 274,
  kSamplesPerPixel = 277,
  kRowsPerStrip = 278,
  kStripBytes = 279,
  kPlanes = 284,
  kTileWidth = 322,
  kTileHeight = 323,
  kTileOffsets = 324,
  kTileBytes = 325,
};
constexpr std::array kTags = {kOrientation,  kWidth,           kHeight,       kCompression,
                              kStripOffsets, kSamplesPerPixel, kRowsPerStrip, kStripBytes,
                              kTileWidth,    kTileHeight,      kTileOffsets,  kTileBytes,
                              kBits,         kPlanes};

// An entry of the directory: numbers of one, two or four bytes.
struct Entry {
  std::uint64_t tag = 0;
  std::size_t count = 0, bytes_each = 0;
  std::string_view values;
};

class Directory {
 public:
  // The first one. Check ok() before anything else.
  explicit Directory(std::string_view bytes) : bytes_(bytes), little_(bytes.starts_with(kLittle)) {
    const std::uint64_t at = number(4, 4), count = number(at, 2);
    for (std::uint64_t i = 0; ok_ && i < count; ++i) read_entry(at + 2 + kEntry * i);
    number(at + 2 + kEntry * count, 4);  // where the next directory is
  }

  bool ok() const { return ok_; }
  // A tag twice, or with values of another kind than numbers: decoders differ in what they read.
  bool strange() const { return strange_; }
  bool has(Tag tag) const { return find(tag) != nullptr; }

  std::uint64_t first(Tag tag, std::uint64_t otherwise) const {
    const Entry* const entry = find(tag);
    return entry == nullptr || entry->count == 0 ? otherwise : value(*entry, 0);
  }

  // Whether all parts of the picture lie in the file, and there is one.
  bool holds(Tag offsets, Tag lengths) const {
    const Entry* const starts = find(offsets);
    const Entry* const sizes = find(lengths);
    if (starts == nullptr || sizes == nullptr || starts->count != sizes->count) return false;
    for (std::size_t i = 0; i < starts->count; ++i) {
      const std::uint64_t start = value(*starts, i), size = value(*sizes, i);
      if (start > bytes_.size() || size > bytes_.size() - start) return false;
    }
    return starts->count > 0;
  }

 private:
  static constexpr std::size_t kEntry =
      12;  // bytes: tag, kind, count, and the values or their place

  // Of a file that is too short, 0.
  std::uint64_t number(std::uint64_t at, std::size_t size) {
    ok_ = ok_ && at <= bytes_.size() && size <= bytes_.size() - at;
    return ok_ ? decode(bytes_.substr(at, size)) : 0;
  }

  std::uint64_t decode(std::string_view bytes) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const char byte = little_ ? bytes[bytes.size() - 1 - i] : bytes[i];
      value = value << 8 | static_cast<unsigned char>(byte);
    }
    return value;
  }

  void read_entry(std::uint64_t at) {
    // Bytes of a value by its kind: byte, text, short, long, rational, and the same with a sign.
    constexpr std::array<std::size_t, 13> kSizes = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8};
    constexpr std::uint64_t kByte = 1, kShort = 3, kLong = 4;
    const std::uint64_t tag = number(at, 2), kind = number(at + 2, 2), count = number(at + 4, 4);
    const std::uint64_t size = kind < kSizes.size() ? kSizes[kind] : 0;
    const std::uint64_t place = size * count <= 4 ? at + 8 : number(at + 8, 4);
    ok_ = ok_ && place <= bytes_.size() && size * count <= bytes_.size() - place;
    if (!ok_ || std::find(kTags.begin(), kTags.end(), tag) == kTags.end()) return;
    const bool number = kind == kByte || kind == kShort || kind == kLong;
    strange_ = strange_ || !number || find(static_cast<Tag>(tag)) != nullptr;
    if (number) entries_.push_back({tag, count, size, bytes_.substr(place, size * count)});
  }

  const Entry* find(Tag tag) const {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& entry) { return entry.tag == tag; });
    return found == entries_.end() ? nullptr : &*found;
  }

  std::uint64_t value(const Entry& entry, std::size_t i) const {
    return decode(entry.values.substr(i * entry.bytes_each, entry.bytes_each));
  }

  std::string_view bytes_;
  bool little_, ok_ = true, strange_ = false;
  std::vector<Entry> entries_;
};

}  // namespace

bool is_tiff(std::string_view bytes) {
  return bytes.starts_with(kLittle) || bytes.starts_with(kBig);
}

bool is_whole_tiff(std::string_view bytes) {
  const Directory directory(bytes);
  if (!directory.ok()) return false;
  return directory.has(kTileOffsets) ? directory.holds(kTileOffsets, kTileBytes)
                                     : directory.holds(kStripOffsets, kStripBytes);
}

std::string_view unreadable_tiff(std::string_view bytes) {
  constexpr std::uint64_t kApart = 2;
  const Directory directory(bytes);
  if (!directory.ok()) return {};
  const std::uint64_t bits = directory.first(kBits, 1);
  if (bits > 8 && directory.first(kPlanes, 1) == kApart &&
      directory.first(kSamplesPerPixel, 1) > 1) {
    return "a TIFF of more than 8 bits with its colours one after another";
  }
  return bits == 2 || bits == 4 ? "a TIFF of 2 or 4 bits" : std::string_view();
}

int tiff_orientation(std::string_view bytes) {
  const Directory directory(bytes);
  const std::uint64_t told = directory.ok() ? directory.first(kOrientation, 1) : 1;
  return told <= 8 ? static_cast<int>(told) : 1;
}

PictureSize tiff_size(std::string_view bytes) {
  constexpr std::uint64_t kMostSamples = 4, kOldJpeg = 6, kWholePicture = 0xFFFFFFFF;
  constexpr std::uint64_t kLargestTile = 1024;  // a side, beside the picture's own
  constexpr std::uint64_t kLargestSide = 1 << 20;
  const Directory directory(bytes);
  const PictureSize size = {directory.first(kWidth, 0), directory.first(kHeight, 0)};
  const std::uint64_t rows = directory.first(kRowsPerStrip, kWholePicture);
  const bool plain = !directory.strange() && size.width <= kLargestSide &&
                     size.height <= kLargestSide &&
                     directory.first(kSamplesPerPixel, 1) <= kMostSamples &&
                     directory.first(kCompression, 1) != kOldJpeg &&
                     directory.first(kTileWidth, 0) <= std::max(size.width, kLargestTile) &&
                     directory.first(kTileHeight, 0) <= std::max(size.height, kLargestTile) &&
                     (rows == kWholePicture || rows <= std::max(size.height, kLargestTile));
  return plain ? size : PictureSize();
}

}  // namespace mpart::embed
