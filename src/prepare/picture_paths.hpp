#pragma once

#include <memory>
#include <vector>

#include "mpart/source.hpp"
#include "prepare/picture_list.hpp"

namespace mpart::embed {

// Samples that have the path of a picture as their text, and no values: for a program that reads
// pictures itself.
std::unique_ptr<Source> picture_paths(std::vector<PictureFile> files);

}  // namespace mpart::embed
