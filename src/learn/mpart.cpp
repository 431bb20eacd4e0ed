#include "learn/mpart.hpp"

#include "learn/messages/propagation.hpp"

namespace mpart {

// Message passing to the winner, Equation (4).
double Mpart::gather(NodeIndex winner, Scratch& scratch, Prediction& out) const {
  double label_mass = 0;
  const std::span<const NodeIndex> reached =
      expand(topology(), winner, parameters().layers, parameters().delta, scratch);
  for (const NodeIndex i : reached) {
    const double reach = scratch.reach[i];
    out.density += reach * static_cast<double>(topology().wins(i));
    for (const LabelDensities::Density& density : labels().at(i)) {
      const double mass = reach * static_cast<double>(density.count);
      out.probability[density.label] += mass;
      label_mass += mass;
    }
  }
  forget(reached, scratch);
  return label_mass;
}

}  // namespace mpart
