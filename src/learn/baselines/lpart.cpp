#include <algorithm>

#include "learn/core/art_learner.hpp"
#include "learn/make_learner.hpp"

namespace mpart {

namespace {

// Label Propagating ART, a competitor in the paper. A reconstruction from what the MPART paper says
// of it: unlike MPART, it moves label mass between nodes for good. A sample that activates a set A
// of more than one node mixes their densities, mass kept,
//   q_i <- (q_i + delta mean_A(q)) / (1 + delta)   for all i in A,
// unless it is labelled. Whether it is turns out after it was seen, so a sample mixes when the next
// one comes. The answer is the winner's own q.
class Lpart : public ArtLearner {
 public:
  explicit Lpart(const LearnerSetup& setup);

  void observe(std::span<const double> values, Prediction& out) override;
  Receipt teach(std::span<const double> values, std::string_view label) override;
  bool teach(NodeId node, std::string_view label, Receipt& receipt) override;
  bool withdraw(const Receipt& receipt) override;
  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 protected:
  double gather(NodeIndex winner, Buffers& scratch, Prediction& out) const override;

 private:
  struct Node {
    std::vector<double> mixed;      // q by class, as far as it has taken part in mixing
    std::vector<ClassIndex> fresh;  // labels since the node last mixed, one each
  };

  void mix();
  void take_back(ClassIndex label);

  double delta_;
  std::vector<Node> q_;
  std::vector<double> last_values_;     // the last sample, while it may still be labelled
  std::vector<NodeIndex> last_active_;  // and the nodes that it activated
};

Lpart::Lpart(const LearnerSetup& setup)
    : ArtLearner(setup.parameters), delta_(setup.options.number("delta", 1.0, 0, 1e6)) {}

void Lpart::observe(std::span<const double> values, Prediction& out) {
  learn(values, out);
  mix();
  q_.resize(nodes().size());
  if (out.created) q_[out.winner] = {};
  last_values_.assign(values.begin(), values.end());
  last_active_.clear();
  if (!out.created) last_active_ = scratch().activated;
  Buffers unused;
  conclude(unused, out);
}

// For the sample before the present one. learn() does not touch q, so it does not matter that the
// node of a slot may already be a new one: what is mixed there is cleared right after.
void Lpart::mix() {
  if (last_active_.size() < 2) return;
  std::vector<double> mean(classes().size());
  for (const NodeIndex i : last_active_) {
    Node& node = q_[i];
    node.mixed.resize(mean.size());
    for (const ClassIndex label : node.fresh) node.mixed[label] += 1;
    node.fresh.clear();
    for (std::size_t y = 0; y < mean.size(); ++y) mean[y] += node.mixed[y];
  }
  for (double& mass : mean) mass /= static_cast<double>(last_active_.size());
  for (const NodeIndex i : last_active_) {
    for (std::size_t y = 0; y < mean.size(); ++y) {
      q_[i].mixed[y] = (q_[i].mixed[y] + delta_ * mean[y]) / (1 + delta_);
    }
  }
}

double Lpart::gather(NodeIndex winner, Buffers& /*scratch*/, Prediction& out) const {
  const Node& node = q_[winner];
  std::copy(node.mixed.begin(), node.mixed.end(), out.probability.begin());
  for (const ClassIndex label : node.fresh) out.probability[label] += 1;
  double mass = 0;
  for (const double of_class : out.probability) mass += of_class;
  out.density = static_cast<double>(topology().wins(winner));
  return mass;
}

Receipt Lpart::teach(std::span<const double> values, std::string_view label) {
  const Receipt receipt = ArtLearner::teach(values, label);
  q_[find(receipt.node)].fresh.push_back(receipt.label);
  if (std::equal(values.begin(), values.end(), last_values_.begin(), last_values_.end())) {
    last_active_.clear();  // a labelled sample propagates nothing
  }
  return receipt;
}

bool Lpart::teach(NodeId node, std::string_view label, Receipt& receipt) {
  if (!ArtLearner::teach(node, label, receipt)) return false;
  q_[find(node)].fresh.push_back(receipt.label);
  return true;
}

bool Lpart::withdraw(const Receipt& receipt) {
  if (!ArtLearner::withdraw(receipt)) return false;
  std::vector<ClassIndex>& fresh = q_[find(receipt.node)].fresh;
  const auto last = std::find(fresh.rbegin(), fresh.rend(), receipt.label);
  if (last != fresh.rend()) {
    fresh.erase(std::next(last).base());
  } else {
    take_back(receipt.label);
  }
  return true;
}

// The label's mass has been mixed with that of others: it is taken from all nodes in proportion.
void Lpart::take_back(ClassIndex label) {
  double total = 0;
  for (const Node& node : q_) total += label < node.mixed.size() ? node.mixed[label] : 0;
  const double left = labels().known(label) && total > 1 ? (total - 1) / total : 0;
  for (Node& node : q_) {
    if (label < node.mixed.size()) node.mixed[label] *= left;
  }
}

void Lpart::save(Writer& writer, const SaveOptions& options) const {
  ArtLearner::save(writer, options);
  const std::vector<NodeIndex> indices = kept(options);
  for (const NodeIndex j : indices) {
    writer.f64s(q_[j].mixed);
    writer.u64(q_[j].fresh.size());
    for (const ClassIndex label : q_[j].fresh) writer.u32(label);
  }
  const bool all = options.min_count <= 1;  // else the sample stays out, and slots have moved
  writer.f64s(all ? std::span<const double>(last_values_) : std::span<const double>());
  writer.u64(all ? last_active_.size() : 0);
  if (!all) return;
  for (const NodeIndex j : last_active_) writer.u32(j);
}

void Lpart::load(Reader& reader) {
  ArtLearner::load(reader);
  q_.resize(nodes().size());
  for (Node& node : q_) {
    node.mixed = reader.f64s();
    require(node.mixed.size() <= classes().size(), "label mass of an unknown class");
    for (ClassIndex y = 0; y < node.mixed.size(); ++y) {
      require(
          node.mixed[y] == 0 || (node.mixed[y] > 0 && node.mixed[y] < 1e18 && labels().known(y)),
          "impossible label mass");
    }
    node.fresh.resize(reader.count(sizeof(ClassIndex)));
    for (ClassIndex& label : node.fresh) {
      label = reader.u32();
      require(label < classes().size() && labels().known(label), "a label of an unknown class");
    }
  }
  last_values_ = reader.f64s();
  last_active_.resize(reader.count(sizeof(NodeIndex)));
  for (NodeIndex& j : last_active_) {
    j = reader.u32();
    require(j < nodes().size(), "a reference to a node that does not exist");
  }
}

}  // namespace

std::unique_ptr<Learner> make_lpart(const LearnerSetup& setup) {
  return std::make_unique<Lpart>(setup);
}

}  // namespace mpart
