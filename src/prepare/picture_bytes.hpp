#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mpart::embed {

// The formats that are read, for messages.
constexpr const char* kPictureFormats = "PNG, JPEG, WebP, GIF, BMP or TIFF";

// By the first bytes of a file (64 are enough), whether it may be a picture of these formats.
bool looks_like_picture(std::string_view start);

// Whether a picture goes on to the end of its file. Decoders fill up what is missing with
// grey and write about it to standard error, so this is asked before.
bool is_whole_picture(std::string_view bytes);

// What a picture is if its kind is one that decoders refuse or, worse, give wrong colours for
// without a word; empty for all others. Asked before is_whole_picture().
std::string_view unreadable_kind(std::string_view bytes);

struct PictureSize {
  std::uint64_t width = 0, height = 0;
  std::uint64_t pixels() const { return width * height; }
};

// The size of a whole picture, as its head says. Nothing if the head is not as plain as one that is
// decoded must be: a strange one could tell the decoder something else. Asked before strangers'
// pictures are decoded, since a few bytes can stand for very many pixels.
std::optional<PictureSize> picture_size(std::string_view bytes);

// How a WebP picture must be turned, 1 to 8 as EXIF counts it; 1 for others: their decoders do it.
int orientation_of_webp(std::string_view bytes);

bool is_jpeg(std::string_view bytes);

// Passes over the picture that a JPEG decoder makes; a few bytes can ask for one. 1 for others.
std::size_t scan_count(std::string_view bytes);

}  // namespace mpart::embed
