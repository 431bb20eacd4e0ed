#include "learn/mpart.hpp"

#include <algorithm>
#include <numeric>

#include "learn/messages/propagation.hpp"

namespace mpart {

// Message passing to the winner, Equation (4): all layers but one are expanded from it, the first
// is kept for every node.
double Mpart::gather(NodeIndex winner, Scratch& scratch, Prediction& out) const {
  const std::uint32_t expanded = std::max(parameters().layers, 1U) - 1;
  const std::span<const NodeIndex> reached =
      expand(topology(), winner, expanded, parameters().delta, scratch);
  for (const NodeIndex i : reached) {
    const double reach = scratch.reach[i];
    out.density += reach * first_layer_.density(i);
    for (const FirstLayer::Mass& mass : first_layer_.labels(i)) {
      out.probability[mass.label] += reach * mass.sum.value();
    }
  }
  forget(reached, scratch);
  return std::accumulate(out.probability.begin(), out.probability.end(), 0.0);
}

void Mpart::load(Reader& reader) {
  ArtLearner::load(reader);
  first_layer_.put_in_all();
}

}  // namespace mpart
