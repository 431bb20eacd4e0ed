#include "bench/scaling/model.hpp"

#include <algorithm>
#include <cmath>

using namespace mpart;

Model::Model(const Setup& setup) : setup_(setup) {
  const auto dimensions = static_cast<double>(setup.dimensions);
  const double spacing = std::pow(static_cast<double>(setup.nodes), -1 / dimensions);
  parameters_.layers = setup.layers;
  parameters_.delta = setup.delta;
  if (setup.centres) {
    noise_ = 0.1 * spacing;
    parameters_.rho = 1 - 2 * noise_;
    for (std::size_t i = 0; i < setup.nodes; ++i) {
      auto& centre = centres_.emplace_back(setup.dimensions);
      for (double& value : centre) value = random_.uniform();
    }
  } else {
    parameters_.rho = 1 - std::min(setup.reach * spacing / dimensions, 1.0);
  }
  learner_ = make_learner(parameters_);
  std::vector<double> values(setup.dimensions);
  Prediction out;
  // Some centres lie so close together that they share a node.
  const std::size_t enough = setup.centres ? setup.nodes * 3 / 5 : setup.nodes;
  while (learner_->node_count() < enough) {
    draw(values);
    learner_->observe(values, out);
    if (random_.uniform() < 0.001) learner_->teach(values, values[0] < 0.5 ? "a" : "b");
  }
}

void Model::draw(std::vector<double>& values) {
  values.resize(setup_.dimensions);
  const std::vector<double>* centre =
      setup_.centres ? &centres_[random_.below(centres_.size())] : nullptr;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double uniform = random_.uniform();
    values[k] = centre == nullptr ? uniform : (*centre)[k] + noise_ * (2 * uniform - 1);
    values[k] = std::clamp(values[k], 0.0, 1.0);
  }
}

std::unique_ptr<Learner> Model::copy() const {
  Writer writer;
  learner_->save(writer, {});
  Reader reader(writer.bytes());
  auto learner = make_learner(parameters_);
  learner->load(reader);
  return learner;
}
