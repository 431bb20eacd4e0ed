#include "learn/mpart/mpart.hpp"

#include <numeric>

#include "learn/core/messages/propagation.hpp"
#include "learn/make_learner.hpp"
#include "learn/mpart/frozen_art.hpp"

namespace mpart {

// Message passing to the winner, Equation (4): all layers but one are expanded from it, the first
// is kept for every node.
double Mpart::gather(NodeIndex winner, Buffers& scratch, Prediction& out) const {
  out.calibration = Calibration::kMpart;
  return take_in(expand(topology(), winner, expanded_layers(), parameters().delta, scratch),
                 scratch, out);
}

double Mpart::take_in(std::span<const NodeIndex> reached, Buffers& scratch, Prediction& out) const {
  double* probability = out.probability.data();
  for (const NodeIndex i : reached) {
    const double reach = scratch.reach[i];
    out.density += reach * first_layer_.density(i);
    for (const FirstLayer::Mass& mass : first_layer_.labels(i)) {
      probability[mass.label] += reach * mass.sum.value();
    }
  }
  forget(reached, scratch);
  return std::accumulate(out.probability.begin(), out.probability.end(), 0.0);
}

std::vector<double> Mpart::all_messages(double delta) const {
  const std::size_t columns = classes().size() + 1;
  std::vector<double> x(nodes().size() * columns);
  for (NodeIndex j = 0; j < nodes().size(); ++j) {
    double* row = x.data() + j * columns;
    for (const auto& [label, count] : labels().at(j)) row[label] = static_cast<double>(count);
    row[columns - 1] = static_cast<double>(topology().wins(j));
  }
  propagate(topology(), parameters().layers, delta, columns, x);
  return x;
}

std::unique_ptr<const Frozen> Mpart::freeze() const {
  const std::size_t columns = classes().size() + 1;
  const std::vector<double> x = all_messages(parameters().delta);
  auto frozen = std::make_unique<FrozenArt>(parameters(), nodes(), labels());
  for (NodeIndex j = 0; j < nodes().size(); ++j) {
    const double* row = x.data() + j * columns;
    frozen->add_answer({row, columns - 1}, row[columns - 1]);
  }
  return frozen;
}

void Mpart::merge(std::span<const Learner* const> parts) {
  std::vector<const ArtLearner*> alike;
  for (const Learner* part : parts) alike.push_back(&dynamic_cast<const Mpart&>(*part));
  become_all_of(alike);
  first_layer_.put_in_all();
}

void Mpart::load(Reader& reader) {
  ArtLearner::load(reader);
  first_layer_.put_in_all();
}

std::unique_ptr<Learner> make_mpart(const LearnerSetup& setup) {
  return std::make_unique<Mpart>(setup);
}

}  // namespace mpart
