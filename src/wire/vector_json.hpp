#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mpart/sample.hpp"

namespace mpart::wire {

// Which key holds what a sample says in words.
enum class SampleText { kText, kPath };

// Appends a sample for a program that makes a vector of it, as one line:
//   {"id":"7","values":[0.1,null],"text":"what it says"}
// A missing value is null; what the sample does not have is left out. With kPath the text is the
// path of a file and its key is "path". Broken UTF-8 becomes U+FFFD.
void append_sample_line(std::string& out, const Sample& sample, SampleText text);

// Reads such a program's answer: [0.1, 0.2] or {"values":[0.1, 0.2]}, finite and at least one;
// other keys are passed over. Throws Error(kInvalidData) that says what is wrong.
void read_vector(std::string_view json, std::vector<float>& values);

}  // namespace mpart::wire
