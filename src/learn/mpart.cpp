#include "learn/mpart.hpp"

#include "learn/frozen_art.hpp"
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

std::unique_ptr<const Frozen> Mpart::freeze() const {
  const std::size_t columns = classes().size() + 1;  // the classes, and the density
  std::vector<double> x(nodes().size() * columns);
  for (NodeIndex j = 0; j < nodes().size(); ++j) {
    double* row = x.data() + j * columns;
    for (const auto& [label, count] : labels().at(j)) row[label] = static_cast<double>(count);
    row[columns - 1] = static_cast<double>(topology().wins(j));
  }
  propagate(topology(), parameters().layers, parameters().delta, columns, x);
  auto frozen = std::make_unique<FrozenArt>(parameters(), nodes(), labels());
  for (NodeIndex j = 0; j < nodes().size(); ++j) {
    const double* row = x.data() + j * columns;
    frozen->add_answer({row, columns - 1}, row[columns - 1]);
  }
  return frozen;
}

}  // namespace mpart
