#include "learn/core/eviction.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace mpart {

namespace {

double worth_of(NodeIndex j, const Topology& topology, const LabelDensities& labels,
                std::span<const std::uint64_t> last_win, std::uint64_t now) {
  const double wins =
      static_cast<double>(topology.wins(j)) + kWinsPerLabel * static_cast<double>(labels.total(j));
  return wins / static_cast<double>(now - last_win[j] + 1);
}

}  // namespace

NodeIndex choose_victim(const Topology& topology, const LabelDensities& labels,
                        std::span<const std::uint64_t> last_win, std::uint64_t now) {
  NodeIndex victim = 0;
  double least = std::numeric_limits<double>::infinity();
  for (NodeIndex j = 0; j < topology.size(); ++j) {
    const double worth = worth_of(j, topology, labels, last_win, now);
    if (worth < least) {
      least = worth;
      victim = j;
    }
  }
  return victim;
}

std::vector<NodeIndex> most_worthy(const Topology& topology, const LabelDensities& labels,
                                   std::span<const std::uint64_t> last_win, std::uint64_t now,
                                   std::size_t most) {
  std::vector<NodeIndex> kept(topology.size());
  std::iota(kept.begin(), kept.end(), NodeIndex{0});
  if (kept.size() <= most) return kept;
  std::ranges::stable_sort(kept, std::greater<>(), [&](NodeIndex j) {
    return worth_of(j, topology, labels, last_win, now);
  });
  kept.resize(most);
  std::ranges::sort(kept);
  return kept;
}

}  // namespace mpart
