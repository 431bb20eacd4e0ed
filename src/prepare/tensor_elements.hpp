#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace mpart::embed {

// Bytes of an element of ONNX's type `type`; 0 if mpart does not convert it.
std::size_t element_size(int type);

// Whether the type has whole numbers only.
bool is_whole(int type);

// Converts values to elements of `type`, which is not float. Whole numbers are not rounded to:
// throws Error(kInvalidData) for a value that the type does not have, "value 3 is 0.5, a whole
// number from 0 to 255 expected", counted from 1 within rows of `width`.
void to_elements(std::span<const float> values, int type, std::size_t width,
                 std::vector<std::byte>& elements);

// Converts elements of `type` to floats: out.size() of them. REQUIRES: element_size(type) > 0.
void to_floats(const void* elements, int type, std::span<float> out);

}  // namespace mpart::embed
