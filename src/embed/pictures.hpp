#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "embed/picture_list.hpp"
#include "mpart/source.hpp"

namespace mpart::embed {

struct PictureOptions {
  // Side in pixels that every picture is stretched to; 0: as they are, all of one size.
  int size = 0;
  // A value is (byte * scale - mean) / std. One number for all channels or one for each, in the
  // order of the channels; none: 0 and 1.
  double scale = 1 / 255.;
  std::vector<float> mean{};
  std::vector<float> std{};
  bool bgr = false;   // blue first, else red
  bool grey = false;  // one channel, else three
  // Told of every picture that cannot be read, which is then left out; nothing: next() throws.
  std::function<void(const std::string& problem)> on_broken{};
};

// PNG and JPEG files as samples of [channels][height][width] values. Throws Error(kBadUse) for
// options that do not fit together, and in next() Error(kBadInput) naming a file that cannot be
// read.
std::unique_ptr<Source> open_pictures(std::vector<PictureFile> files,
                                      const PictureOptions& options);

}  // namespace mpart::embed
