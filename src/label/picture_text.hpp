#pragma once

#include <span>
#include <string>

namespace mpart {

// Values for a terminal: every one of a short sample; of a long one the first few and their
// number, and a rendering below if it may be a square picture (k x k values, k from 16 to 64).
// Ends with a newline. `names` of the values stand before them; there may be none.
std::string values_text(std::span<const double> values, std::span<const std::string> names = {});

}  // namespace mpart
