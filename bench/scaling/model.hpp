#pragma once

#include <memory>
#include <vector>

#include "mpart/mpart.hpp"
#include "src/util/random.hpp"

// A model of a given size, and samples of the kind it was made of.
struct Setup {
  std::size_t nodes = 1000, dimensions = 4;
  double reach = 1.5;  // of a node, in mean distances of nodes: how many are active
  std::uint32_t layers = 3;
  double delta = 0.1;
  // Samples fall around as many centres as there are nodes: in many dimensions evenly spread points
  // have no neighbours. Otherwise they fall evenly.
  bool centres = false;
};

class Model {
 public:
  explicit Model(const Setup& setup);

  void draw(std::vector<double>& values);  // a sample
  const mpart::Learner& learner() const { return *learner_; }
  std::unique_ptr<mpart::Learner> copy() const;

 private:
  Setup setup_;
  mpart::Parameters parameters_;
  mpart::Random random_{1};
  std::vector<std::vector<double>> centres_;
  double noise_ = 0;
  std::unique_ptr<mpart::Learner> learner_;
};
