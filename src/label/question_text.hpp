#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mpart/oracle.hpp"

namespace mpart {

// What is known of samples beside their values.
struct SampleView {
  std::vector<std::string> names{};  // of the values, in their order; there may be none
  // Lines that show a sample to a person, its picture and where it is; may return nothing.
  std::function<std::string(const Sample& sample)> show{};
};

// A question as a person reads it: which sample, its values, what the model predicts, why it is
// asked, and the classes known so far. Several lines, each with its newline.
std::string question_text(const Query& query, const SampleView& view = {});

// The known classes, numbered if they are few.
std::string classes_text(const std::vector<std::string>& classes);

}  // namespace mpart
