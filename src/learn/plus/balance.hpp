#pragma once

#include <span>
#include <vector>

#include "learn/core/graph/topology.hpp"
#include "learn/core/messages/label_densities.hpp"
#include "mpart/archive.hpp"

namespace mpart {

// With few labels, how much of the stream falls to a class depends on where its labels happen to
// lie. A class that gets more than its share is made weaker, one that gets less stronger (class
// mass normalisation, Zhu, Ghahramani and Lafferty, 2003). What falls to a class is what all nodes
// say, each as often as it has won.
//
// What the shares should be is not known. They are drawn towards equal ones as far as chance would
// explain the difference: all the way while labels are few or shares nearly equal, hardly once many
// labels say that a class is rare.
class Balance {
 public:
  // `strength` 0: does nothing.
  explicit Balance(double strength) : strength_(strength) {}

  bool on() const { return strength_ > 0; }

  // Weighs the classes; the sum stays.
  void apply(std::span<double> mass) const;

  // Finds the weights anew. `said` is the mass of labels at every node, [node][the classes, and one
  // more that is not looked at].
  void renew(const Topology& topology, const LabelDensities& labels, std::vector<double> said);

  void save(Writer& writer) const;
  void load(Reader& reader, std::size_t classes);

 private:
  struct Class {
    double share = 0;   // of the samples, before apply()
    double weight = 1;  // what apply() multiplies by
  };

  double pull_to_equal(const LabelDensities& labels) const;

  double strength_;
  std::vector<Class> classes_;  // as many as were known at the last renewal
};

}  // namespace mpart
