#pragma once

#include "prepare/pictures.hpp"

namespace mpart {

// What needs large libraries is in shared objects of its own that are loaded when they are first
// called: with OpenCV linked in, every start of the program would take longer.

struct OpencvPart {
  static constexpr const char* kSymbol = "mpart_opencv_part";

  const char* version;
  decltype(&embed::open_pictures) open_pictures;
  decltype(&embed::picture_reader) picture_reader;
};

// Throws Error(kInvalidArgument) saying what to install if the program was built without it.
const OpencvPart& opencv_part();

}  // namespace mpart
