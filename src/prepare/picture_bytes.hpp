#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mpart::embed {

// Whether a PNG, JPEG, WebP or BMP file goes on to its end. Decoders fill up what is missing with
// grey and write about it to standard error, so this is asked before.
bool is_whole_picture(std::string_view bytes);

struct PictureSize {
  std::uint64_t width = 0, height = 0;
  std::uint64_t pixels() const { return width * height; }
};

// The size of a whole picture, as its head says. Nothing if the head is not as plain as one that is
// decoded must be: a strange one could tell the decoder something else. Asked before strangers'
// pictures are decoded, since a few bytes can stand for very many pixels.
std::optional<PictureSize> picture_size(std::string_view bytes);

bool is_jpeg(std::string_view bytes);

// Passes over the picture that a JPEG decoder makes; a few bytes can ask for one. 1 for others.
std::size_t scan_count(std::string_view bytes);

}  // namespace mpart::embed
