#pragma once

#include "prepare/parametric_umap.hpp"
#include "prepare/pictures.hpp"

namespace mpart {

// What needs large libraries is in shared objects of its own that are loaded when they are first
// called: with libtorch and OpenCV linked in, every start of the program would take half a second.

struct OpencvPart {
  static constexpr const char* kSymbol = "mpart_opencv_part";

  const char* version;
  decltype(&embed::open_pictures) open_pictures;
  decltype(&embed::picture_reader) picture_reader;
};

struct TorchPart {
  static constexpr const char* kSymbol = "mpart_torch_part";

  const char* version;
  decltype(&embed::check) check;
  decltype(&embed::fit) fit;
};

// Both throw Error(kInvalidArgument) saying what to install if the program was built without it.
const OpencvPart& opencv_part();
const TorchPart& torch_part();

}  // namespace mpart
