#pragma once

#include <string>
#include <vector>

#include "mpart/oracle.hpp"

namespace mpart {

// A question as a person reads it: which sample, its features, the model's guess, why it is asked,
// and the classes known so far. Several lines, each with its newline.
std::string question_text(const Query& query);

// The known classes, numbered if they are few.
std::string classes_text(const std::vector<std::string>& classes);

// Why a sample is asked about, in words with the figures.
std::string reason_text(const Reason& reason);

// The classes of highest probability, best first, at most `count`, each above 0.
std::vector<ClassIndex> best_classes(const Query& query, std::size_t count);

}  // namespace mpart
