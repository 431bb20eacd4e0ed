#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "mpart/archive.hpp"

namespace mpart {

// The parameters of the paper, with the paper's values.
struct Parameters {
  // Which learner, and its own options: "knn,k=3". docs/parameters.md lists them.
  std::string learner = "mpart";

  // Choice parameter, above 0. Larger: large boxes are preferred less.
  double alpha = 0.01;

  // Learning rate of a node's box, above 0 and at most 1. Larger: the box takes in a new sample
  // faster; 1: it spans every sample that it wins.
  double beta = 0.5;

  // Vigilance, 0 to 1. Larger: more and smaller nodes, finer classes, more time and memory.
  double rho = 0.95;

  // Propagation rate of messages, 0 to 1. Larger: labels reach further and are less certain there.
  double delta = 0.1;

  // Weight of few labels against mixed classes in the score, 0 to 1. Larger: queries go where
  // labels are few; smaller: where classes mix.
  double tau = 0.7;

  // Sensitivity to the number of labels, above 0. Larger: one label settles its region sooner.
  double ke = 1.0;

  // Sensitivity to density, above 0. Larger: a region counts as dense after fewer samples.
  double kd = 0.01;

  // Layers of message passing, 0 to 100. Larger: labels reach nodes more edges away, and a step
  // visits more nodes; 0: no message passing.
  std::uint32_t layers = 3;

  // Whether the score is weighted by density; false: by uncertainty alone.
  bool density_weighting = true;

  // Most nodes to keep. Larger: more detail, time and memory; 0: no limit.
  std::uint32_t max_nodes = 0;

  // Throws Error(kInvalidArgument) that names the parameter and its range.
  void check() const;

  void save(Writer& writer) const;
  static Parameters load(Reader& reader);
};

// One parameter. Flags, JSON keys, Python attributes, range checks, the model file and the check
// before a merge are all made from these rows.
struct ParameterRow {
  using Member =
      std::variant<double Parameters::*, std::uint32_t Parameters::*, bool Parameters::*>;

  std::string_view name;  // in JSON and Python
  std::string_view flag;  // on the command line; for a bool, the flag that turns it off
  Member member;
  double least;
  bool least_allowed;  // false: the value must be above `least`
  double most;
  std::string_view help;

  double get(const Parameters& parameters) const;
  void set(Parameters& parameters, double value) const;
};

std::span<const ParameterRow> parameter_table();  // all but the learner, in the order of the file

}  // namespace mpart
