#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "wire/limits.hpp"

namespace mpart::wire {

struct JsonBounds {
  std::size_t deepest = kDeepestJson;   // objects and arrays inside each other
  std::size_t most_values = kMostJson;  // in the whole text, objects and arrays included
  std::size_t most_fields = kMostJson;  // names of fields, in the whole text
};

// A look over a JSON text before anything is built of it: a few bytes of hostile text can become
// many of memory. Reads each byte at most once, allocates nothing, and stops at the first excess.
// Text that is no JSON may pass. Returns what is wrong: "not nested deeper than 64 expected"; empty
// if nothing is.
std::string problem_of_bounds(std::string_view json, const JsonBounds& bounds = {});

// The same; throws Error(kInvalidData).
void check_bounds(std::string_view json, const JsonBounds& bounds = {});

}  // namespace mpart::wire
