#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mpart {

// Complement coding, I = [r, 1 - r], of `values` clipped to [0,1]. Returns how many were clipped.
// Throws Error(kInvalidData) naming the column of a value that is not finite.
std::uint32_t complement_code(std::span<const double> values, std::vector<double>& input);

// Throws Error(kInvalidData) unless `values` has `width` values, or at least one if that is 0.
void require_width(std::span<const double> values, std::size_t width);

}  // namespace mpart
