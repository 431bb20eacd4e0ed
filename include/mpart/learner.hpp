#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/archive.hpp"
#include "mpart/graph.hpp"
#include "mpart/node_view.hpp"
#include "mpart/parameters.hpp"
#include "mpart/prediction.hpp"
#include "mpart/scratch.hpp"
#include "mpart/types.hpp"

namespace mpart {

// The node that a label went to, so that the label can be corrected or withdrawn.
struct Receipt {
  NodeId node = 0;
  ClassIndex label = kNoClass;
};

struct SaveOptions {
  // Nodes that won fewer times, and all samples that wait for an answer, stay out of the file.
  std::uint64_t min_count = 0;
};

// A model that learns from one sample at a time. make_learner() makes the ones that mpart has; a
// class of your own can be passed to Session (examples/own_learner.cpp).
//
// Thread safety: const members may run in several threads at once, each with its own Scratch and
// Prediction, while no other member runs.
class Learner {
 public:
  Learner() = default;
  Learner(const Learner&) = delete;
  Learner& operator=(const Learner&) = delete;
  virtual ~Learner() = default;

  // Learns the sample and says what is now known of it. Throws Error(kInvalidData) for the wrong
  // width or a value that is not finite; nothing is learned then.
  virtual void observe(std::span<const double> values, Prediction& out) = 0;

  // Says what is known of a sample without learning from it. Throws as observe() does.
  virtual void predict(std::span<const double> values, Scratch& scratch, Prediction& out) const = 0;

  // Adds one label to the node that wins for this sample now. Throws Error(kConflict) before the
  // first sample.
  virtual Receipt teach(std::span<const double> values, std::string_view label) = 0;

  // Adds one label to the node of an earlier receipt. Returns false if that node has been evicted.
  virtual bool teach(NodeId node, std::string_view label, Receipt& receipt) = 0;

  // Removes a label. Returns false if its node has been evicted: the label is gone then, but its
  // class stays known.
  virtual bool withdraw(const Receipt& receipt) = 0;

  virtual std::size_t width() const = 0;  // features of a sample; 0 until the first one

  // Class names in the order received. A name stays when its last label is withdrawn.
  virtual const std::vector<std::string>& classes() const = 0;

  // Classes with a label that has not been withdrawn.
  virtual std::size_t known_classes() const { return classes().size(); }

  // What the learner has built. A learner without nodes or edges leaves these as they are.
  virtual std::size_t node_count() const { return 0; }
  virtual std::size_t edge_count() const { return 0; }  // an edge between two nodes counts once
  virtual Graph graph() const { return {}; }
  virtual const NodeView* node_view() const { return nullptr; }

  virtual void save(Writer& writer, const SaveOptions& options) const = 0;
  virtual void load(Reader& reader) = 0;  // REQUIRES: a new learner
};

// What only some learners can do is an interface of its own beside Learner: Freezable
// (mpart/frozen.hpp) and Mergeable (mpart/merge.hpp). Returns nullptr if this learner cannot.
template <typename Ability>
const Ability* as(const Learner& learner) {
  return dynamic_cast<const Ability*>(&learner);
}
template <typename Ability>
Ability* as(Learner& learner) {
  return dynamic_cast<Ability*>(&learner);
}

// The learner that `parameters` names. Throws Error(kInvalidArgument) for a name or an option that
// does not exist. `seed` is for learners that draw random numbers; most draw none.
std::unique_ptr<Learner> make_learner(const Parameters& parameters, std::uint64_t seed = 0);

std::vector<std::string_view> learner_names();

}  // namespace mpart
