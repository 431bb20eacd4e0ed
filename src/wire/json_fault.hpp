#pragma once

#include <string>
#include <string_view>

namespace mpart::wire {

// Says what is wrong with a text that another parser has refused, and at which character. `reason`:
// that parser's; `is_number`: it is a number that it cannot hold.
std::string problem_of_json(std::string_view text, const char* reason, bool is_number);

}  // namespace mpart::wire
