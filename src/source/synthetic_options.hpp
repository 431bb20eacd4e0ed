#pragma once

#include <string>

namespace mpart {

// What `NAME[,option=value..]` asks for. All numbers are doubles, so that one table can name them.
struct SyntheticOptions {
  enum class Shape { kMoons, kBlobs, kLateClass, kDrift };

  Shape shape = Shape::kMoons;
  double samples = 10000;  // 0: endless
  double noise = 0.03;     // standard deviation around the shape, in units of the picture's side
  double classes = 5;      // blobs; moons are always two
  double dims = 2;         // features
  double after = 0.5;      // late-class: share of the samples before the last class comes
  double period = 10000;   // drift: samples of one turn
};

// Throws Error(kBadUse) that lists what exists, for a name, an option or a value that does not.
SyntheticOptions parse_synthetic(const std::string& spec);

}  // namespace mpart
