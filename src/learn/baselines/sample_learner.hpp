#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "learn/core/messages/label_densities.hpp"
#include "learn/core/scratch.hpp"
#include "mpart/learner.hpp"

namespace mpart {

// What learners share that keep the labelled samples themselves and learn nothing from the others.
// Every label makes a node, which is its sample. A label taken back leaves its sample, so that it
// can be labelled anew, but nothing is concluded from it. With max_nodes the oldest sample goes.
class SampleLearner : public Learner {
 public:
  void observe(std::span<const double> values, Prediction& out) override;
  void predict(std::span<const double> values, Scratch& scratch, Prediction& out) const override;
  Receipt teach(std::span<const double> values, std::string_view label) override;
  bool teach(NodeId node, std::string_view label, Receipt& receipt) override;
  bool withdraw(const Receipt& receipt) override;

  std::size_t width() const override { return width_; }
  const std::vector<std::string>& classes() const override { return labels_.classes(); }
  std::size_t known_classes() const override { return labels_.known_count(); }
  std::size_t node_count() const override { return samples_.size(); }
  std::size_t edge_count() const override { return 0; }
  Graph graph() const override;

  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 protected:
  explicit SampleLearner(Parameters parameters);

  // As ArtLearner::gather. `values` are in [0,1]; out.winner may be set.
  virtual double gather(std::span<const double> values, Prediction& out) const = 0;
  virtual void label_added() {}     // to the last sample
  virtual void labels_changed() {}  // otherwise

  std::size_t size() const { return samples_.size(); }
  std::span<const double> sample(std::size_t i) const { return samples_[i]; }
  ClassIndex label(std::size_t i) const;  // kNoClass once it is taken back
  const LabelDensities& labels() const { return labels_; }
  const Parameters& parameters() const { return parameters_; }

 private:
  void conclude(std::span<const double> values, Buffers& scratch, Prediction& out) const;
  std::size_t slot(std::span<const double> values);
  std::size_t find(NodeId id) const;  // size() if it is gone

  Parameters parameters_;
  std::size_t width_ = 0;
  std::vector<std::vector<double>> samples_;
  LabelDensities labels_;  // at most one label a sample
  std::vector<NodeId> ids_;
  NodeId next_id_ = 0;
  Buffers scratch_;
};

}  // namespace mpart
