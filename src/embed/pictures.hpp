#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

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

// PNG and JPEG files as samples of [channels][height][width] values, in the order of the file names
// (or of the list):
//   a folder       its pictures; the name of a subfolder is the label of all pictures in it
//   a list         text, one `path,label` or `path` a line; paths begin at the list's folder
//   one picture
// Throws Error(kBadInput) naming the file if there is none, and in next() if one cannot be read;
// Error(kBadUse) for options that do not fit together.
std::unique_ptr<Source> open_pictures(const std::string& path, const PictureOptions& options);

}  // namespace mpart::embed
