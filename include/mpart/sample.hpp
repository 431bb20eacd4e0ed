#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mpart {

// One row of a stream. Readers fill the same object again and again, so that none is allocated per
// row.
struct Sample {
  std::string id;         // the row's own name, if it has one
  std::uint64_t row = 0;  // position in the source, from 1: a line, a picture, a row of an array
  std::vector<double> values;  // features; NaN is a missing one
  std::string label;           // what the data says; empty: it does not say
  std::string text;            // what its columns of text say, a line for each
};

// Whether nothing is known of it: it has values but no text, and all are missing. Such a sample is
// refused wherever it comes in.
bool is_empty(const Sample& sample);

}  // namespace mpart
