#pragma once

#include <string>
#include <vector>

#include "mpart/oracle.hpp"

namespace mpart {

// A question as a person reads it: which sample, its values, what the model predicts, why it is
// asked, and the classes known so far. Several lines, each with its newline.
std::string question_text(const Query& query);

// The known classes, numbered if they are few.
std::string classes_text(const std::vector<std::string>& classes);

}  // namespace mpart
