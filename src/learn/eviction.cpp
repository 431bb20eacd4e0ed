#include "learn/eviction.hpp"

#include <limits>

namespace mpart {

NodeIndex choose_victim(const Topology& topology, const LabelDensities& labels,
                        std::span<const std::uint64_t> last_win, std::uint64_t now) {
  NodeIndex victim = 0;
  double least = std::numeric_limits<double>::infinity();
  for (NodeIndex j = 0; j < topology.size(); ++j) {
    const double wins = static_cast<double>(topology.wins(j)) +
                        kWinsPerLabel * static_cast<double>(labels.total(j));
    const double worth = wins / static_cast<double>(now - last_win[j] + 1);
    if (worth < least) {
      least = worth;
      victim = j;
    }
  }
  return victim;
}

}  // namespace mpart
