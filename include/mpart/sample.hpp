#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mpart {

// One row of a stream. Readers fill the same object again and again, so nothing is allocated per
// row.
struct Sample {
  std::string id;  // the row's own name, if it has one
  std::uint64_t row =
      0;  // 1-based position in the source: a line of text, a picture, a row of an array
  std::vector<double> values;  // features
  std::string label;           // what the data says; empty: nobody can say
};

}  // namespace mpart
