#pragma once

#include <string>
#include <vector>

#include "label/question_text.hpp"

namespace mpart {

// How pictures are shown to a person: "auto" by what the terminal says of itself, "sixel", "blocks"
// or "none". Throws Error(kInvalidArgument) for another word.
//
// Shows samples of data that is pictures by their path and, if standard error is a terminal that
// can, by the picture itself; nothing of other data. A picture that cannot be read is its path
// alone.
SampleView view_of_pictures(const std::string& data, const std::string& how);

}  // namespace mpart
