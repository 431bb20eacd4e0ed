#pragma once

#include <cstdint>
#include <memory>

#include "mpart/strategy.hpp"

namespace mpart {

// One function a strategy; each says above its class what it asks.
std::unique_ptr<Strategy> make_explorer(Budget budget);
std::unique_ptr<Strategy> make_memory(Budget budget);
std::unique_ptr<Strategy> make_random(Budget budget, std::uint64_t seed);
std::unique_ptr<Strategy> make_representative(Budget budget, const NodeView& view);
std::unique_ptr<Strategy> make_cover(Budget budget, const NodeView& view, bool clear,
                                     const Scaling* scaling);

// P(fewer than b of `trials` independent trials succeed) > 0.5. Summed in log space up to a b of
// 1,000, and trials may be tens of thousands; by the mean beyond. REQUIRES: b > 0.
bool fewer_is_likely(std::uint64_t b, std::uint64_t trials, double success);

}  // namespace mpart
