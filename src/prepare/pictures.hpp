#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/source.hpp"
#include "prepare/picture_list.hpp"

namespace mpart::embed {

struct PictureOptions {
  // Side in pixels that every picture is stretched to; 0: as they are, all of one size. A picture
  // of more than four million pixels is first reduced to no less than twice this side.
  int size = 0;
  int height = 0;              // 0: as `size`, which is the width then
  bool channels_last = false;  // [height][width][channels], else [channels][height][width]
  bool whole = false;          // values are rounded to whole numbers
  // A value is (byte * scale - mean) / std. One number for all channels or one for each, in the
  // order of the channels; none: 0 and 1.
  double scale = 1 / 255.;
  std::vector<float> mean{};
  std::vector<float> std{};
  bool bgr = false;               // blue first, else red
  bool grey = false;              // one channel, else three
  std::uint64_t most_pixels = 0;  // of a picture, checked before it is decoded; 0: any
  // Told of every picture that cannot be read, which is then left out; nothing: next() throws.
  std::function<void(const std::string& problem)> on_broken{};
};

// Picture files as samples of [channels][height][width] values, or as options say. Throws
// Error(kInvalidArgument) for options that do not fit together, and in next() Error(kInvalidData)
// naming a file that cannot be read.
std::unique_ptr<Source> open_pictures(std::vector<PictureFile> files,
                                      const PictureOptions& options);

// Values of one picture file by its bytes. Throws Error(kInvalidData) for one that cannot be read.
// A copy shares its memory: not thread-safe.
using ReadPicture = std::function<void(std::string_view bytes, std::vector<double>& values)>;
ReadPicture picture_reader(const PictureOptions& options);

}  // namespace mpart::embed
