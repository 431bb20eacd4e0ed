#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mpart/archive.hpp"
#include "mpart/graph.hpp"
#include "mpart/prediction.hpp"
#include "mpart/types.hpp"

namespace mpart {

// The paper's parameters with its values. docs/parameters.md says what a larger one does.
struct Parameters {
  static constexpr std::uint32_t kMaxLayers = 100;

  // Which learner, with options of its own: "knn,k=3". docs/method.md describes them.
  std::string learner = "mpart";
  double alpha = 0.01;            // choice, > 0
  double beta = 0.5;              // learning rate of node weights, (0, 1]
  double rho = 0.95;              // vigilance, [0, 1]
  double delta = 0.1;             // propagation rate, [0, 1]
  double tau = 0.7;               // share of u_e in the score, [0, 1]
  double ke = 1.0;                // sensitivity of u_e, > 0
  double kd = 0.01;               // sensitivity of density, > 0
  std::uint32_t layers = 3;       // L of message passing; 0: without
  bool density_weighting = true;  // false: score by u_t alone
  std::uint32_t max_nodes = 0;    // 0: no limit

  void check() const;  // throws Error(kBadUse) naming the parameter and its range
  void save(Writer& writer) const;
  static Parameters load(Reader& reader);
};

// Working memory of one thread, kept between calls so that nothing is allocated per sample.
// Its contents mean nothing to the caller.
struct Scratch {
  std::vector<double> input;                             // complement-coded sample
  std::vector<std::uint16_t> coarse;                     // the same in 16 bits
  std::vector<NodeIndex> activated;                      // nodes that pass vigilance
  std::vector<std::uint32_t> groups;                     // of nodes, to be searched
  std::vector<std::pair<double, std::uint32_t>> bounds;  // the same, with the best T_j in them
  std::vector<NodeIndex> near;                           // nodes, to be looked at more closely
  std::vector<std::pair<double, NodeIndex>> best;        // of them, with T_j or a weight
  std::vector<double> reach;       // k_j of message passing, -0.0 where not reached
  std::vector<NodeIndex> reached;  // nodes that messages come from, in order of discovery, and room
  std::vector<double> layer;       // delta k of the layer before, by position in `reached`
};

// Where a label went, so that it can be taken back.
struct Receipt {
  NodeId node = 0;
  ClassIndex label = kNoClass;
};

struct SaveOptions {
  // Nodes that won fewer times, and all samples that wait for an answer, stay out of the file.
  std::uint64_t min_count = 0;
};

class Frozen;

// A model that learns from one sample at a time.
// Thread safety: const members may run in several threads at once, each with its own Scratch and
// Prediction, while no other member runs.
class Learner {
 public:
  virtual ~Learner() = default;

  // Learns the sample and says what is now known of it.
  // Throws Error(kBadInput) for the wrong width or a value that is not finite; nothing is learned
  // then.
  virtual void observe(std::span<const double> values, Prediction& out) = 0;

  // Says what is known of a sample without learning anything.
  virtual void predict(std::span<const double> values, Scratch& scratch, Prediction& out) const = 0;

  // A copy that only predicts, for threads that run beside the learner: mpart/frozen.hpp. mpart and
  // plus have it; other learners return nullptr.
  virtual std::unique_ptr<const Frozen> freeze() const;

  // Adds one label to the node that wins for this sample now.
  virtual Receipt teach(std::span<const double> values, std::string_view label) = 0;

  // Adds one label to the node of an earlier receipt; false if that node has been evicted.
  virtual bool teach(NodeId node, std::string_view label, Receipt& receipt) = 0;

  // Takes a label back; false if its node has been evicted: the label is gone then, but its class
  // stays known.
  virtual bool withdraw(const Receipt& receipt) = 0;

  // The nodes most worth a label, best first, at most `count`: for strategies that ask about nodes
  // rather than samples. `waiting`, by node, are those that cannot be asked about, and count as
  // labelled: most have been asked about; it may be shorter. Few learners have an opinion of that.
  virtual std::vector<NodeIndex> nominate(std::size_t /*count*/,
                                          const std::vector<bool>& /*waiting*/) const {
    return {};
  }
  virtual bool nominates() const { return false; }

  // Features of a sample; 0 until the first one.
  virtual std::size_t width() const = 0;

  // Class names in the order received. A name stays when its last label is withdrawn, but no longer
  // counts as a known class.
  virtual const std::vector<std::string>& classes() const = 0;

  virtual std::size_t known_classes() const = 0;  // |C|
  virtual std::size_t node_count() const = 0;
  virtual std::size_t edge_count() const = 0;  // an edge between two nodes counts once
  virtual Graph graph() const = 0;

  // Becomes what these, which learned apart, are together: docs/merge.md. REQUIRES: a new learner;
  // all have its parameters and one width. MPART and plus have it; others throw Error(kBadUse).
  virtual void merge(std::span<const Learner* const> parts);

  virtual void save(Writer& writer, const SaveOptions& options) const = 0;
  virtual void load(Reader& reader) = 0;  // REQUIRES: a new learner
};

// The learner that `parameters` names. Throws Error(kBadUse) for a name or an option that does not
// exist. `seed` is for what a learner draws; most draw nothing.
std::unique_ptr<Learner> make_learner(const Parameters& parameters, std::uint64_t seed = 0);

std::vector<std::string_view> learner_names();

}  // namespace mpart
