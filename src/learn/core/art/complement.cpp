#include "learn/core/art/complement.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "mpart/error.hpp"

namespace mpart {

std::uint32_t complement_code(std::span<const double> values, std::vector<double>& input) {
  const std::size_t width = values.size();
  input.resize(2 * width);
  std::uint32_t clipped = 0;
  for (std::size_t i = 0; i < width; ++i) {
    if (!std::isfinite(values[i])) {
      throw invalid_data("column " + std::to_string(i + 1) + " is not finite");
    }
    const double inside = std::clamp(values[i], 0.0, 1.0);
    clipped += inside != values[i] ? 1 : 0;
    input[i] = inside;
    input[width + i] = 1 - inside;
  }
  return clipped;
}

void require_width(std::span<const double> values, std::size_t width) {
  if (!values.empty() && (width == 0 || values.size() == width)) return;
  throw invalid_data(std::to_string(width) + " values expected, " + std::to_string(values.size()) +
                     " found");
}

}  // namespace mpart
