#pragma once

#include <cstdint>
#include <vector>

#include "mpart/mpart.hpp"

namespace mpart::bench {

// The task: take a stream in, L = 3, Explorer, 1/100. A competitor says which node won for each
// sample and when it asked.
struct Outcome {
  std::vector<NodeIndex> winners;
  std::vector<std::uint64_t> asked;
  bool operator==(const Outcome&) const = default;
};

using Stream = std::vector<Sample>;

// Real pictures: 10,000 of Fashion-MNIST in four dimensions.
const Stream& fashion();

// Points spread evenly over [0,1]^4: some that a model of about `nodes` nodes is made of, and
// 10,000 more.
struct Spread {
  Stream before, timed;
  double rho = 0;
};
Spread spread(std::size_t nodes);

// Competitors.
Outcome run_mpart(const Stream& stream);
Outcome run_literal(const Stream& stream);
void register_mpart();
void register_literal();

}  // namespace mpart::bench
