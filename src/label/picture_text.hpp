#pragma once

#include <span>
#include <string>

namespace mpart {

// Features for a terminal: every value of a short sample; of a long one the first few and their
// number, and a rendering below if it may be a square picture (k x k values, k from 16 to 64).
// Ends with a newline.
std::string features_text(std::span<const double> values);

// `value` with so many decimals, or in scientific notation where that would be long.
std::string decimals(double value, int count);

}  // namespace mpart
