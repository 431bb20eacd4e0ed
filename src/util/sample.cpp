#include "mpart/sample.hpp"

#include <algorithm>
#include <cmath>

namespace mpart {

bool is_empty(const Sample& sample) {
  return sample.text.empty() && !sample.values.empty() &&
         std::all_of(sample.values.begin(), sample.values.end(),
                     [](double value) { return std::isnan(value); });
}

}  // namespace mpart
