#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "query/coverage.hpp"
#include "query/period.hpp"
#include "query/strategies.hpp"

namespace mpart {

namespace {

constexpr double kNoThreshold = std::numeric_limits<double>::quiet_NaN();

double distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += std::abs(a[k] - b[k]);
  return sum;
}

// Asks, at the end of each period, about the nodes of choose_nodes(), and about no node twice until
// all have been asked about. Of the samples that a node has won it keeps one to ask about, the most
// typical: the one nearest (L1) to their mean.
class CoverStrategy : public PeriodStrategy {
 public:
  CoverStrategy(Budget budget, const NodeView& view, bool clear, const Scaling* scaling)
      : PeriodStrategy(budget), view_(view), clear_(clear), scaling_(scaling) {}

  std::span<const Question> offer(const Sample& sample, const Prediction& prediction) override;
  std::span<const Question> finish() override { return ask(); }
  void rescale(const Rescaling& change) override;
  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 private:
  struct Node {
    bool asked = false;
    std::uint64_t wins = 0;
    std::vector<double> mean;  // of the samples won, as the learner sees them
    Question typical;          // without values: none is kept
  };

  void keep(const Sample& sample, const Prediction& prediction);
  std::span<const double> scaled(const std::vector<double>& values,
                                 std::vector<double>& out) const {
    return scaling_ == nullptr ? values : scaling_->apply(values, out);
  }
  std::span<const Question> ask();

  const NodeView& view_;
  bool clear_;
  const Scaling* scaling_;
  std::vector<double> scaled_, scaled_kept_;
  std::vector<Node> nodes_;
  std::vector<bool> excluded_;  // by node: there is no sample to ask about
  std::vector<Question> asked_;
};

std::span<const Question> CoverStrategy::offer(const Sample& sample, const Prediction& prediction) {
  period_.advance();
  if (prediction.winner != kNoNode) keep(sample, prediction);
  return period_.at_end() ? ask() : std::span<const Question>();
}

void CoverStrategy::keep(const Sample& sample, const Prediction& prediction) {
  if (prediction.winner >= nodes_.size()) nodes_.resize(prediction.winner + std::size_t{1});
  Node& node = nodes_[prediction.winner];
  if (prediction.created) {  // perhaps in the place of one that was evicted
    node.asked = false;
    node.wins = 0;
    node.typical.sample.values.clear();
  }
  const std::span<const double> values = scaled(sample.values, scaled_);
  if (node.wins++ == 0) node.mean.assign(values.size(), 0);
  for (std::size_t k = 0; k < node.mean.size(); ++k) {
    const double value = std::clamp(values[k], 0.0, 1.0);  // as learners take it
    node.mean[k] += (value - node.mean[k]) / static_cast<double>(node.wins);
  }
  if (node.asked) return;
  const std::vector<double>& kept = node.typical.sample.values;
  if (kept.empty() ||
      distance(node.mean, values) < distance(node.mean, scaled(kept, scaled_kept_))) {
    pose(node.typical, sample, prediction, period_.time(), kNoThreshold);
  }
}

void CoverStrategy::rescale(const Rescaling& change) {
  for (Node& node : nodes_) {
    for (std::size_t k = 0; k < node.mean.size(); ++k) {
      node.mean[k] = std::clamp(node.mean[k] * change.factor[k] + change.offset[k], 0.0, 1.0);
    }
  }
}

std::span<const Question> CoverStrategy::ask() {
  asked_.clear();
  if (!period_.may_ask()) return asked_;
  excluded_.assign(std::max(view_.size(), nodes_.size()), true);
  for (std::size_t j = 0; j < nodes_.size(); ++j) {
    excluded_[j] = nodes_[j].typical.sample.values.empty();
  }
  for (const NodeIndex chosen : choose_nodes(view_, excluded_, period_.all_left(), clear_)) {
    if (chosen >= nodes_.size() || excluded_[chosen]) continue;
    Node& node = nodes_[chosen];
    period_.spend();
    asked_.push_back(node.typical);
    node.asked = true;
    node.typical.sample.values.clear();
  }
  if (asked_.empty()) {  // a new round
    for (Node& node : nodes_) node.asked = false;
  }
  return asked_;
}

void CoverStrategy::save(Writer& writer, const SaveOptions& options) const {
  period_.save(writer);
  const std::size_t written = options.min_count > 1 ? 0 : nodes_.size();
  writer.u64(written);
  for (std::size_t j = 0; j < written; ++j) {
    const Node& node = nodes_[j];
    writer.u8(node.asked ? 1 : 0);
    writer.u64(node.wins);
    writer.f64s(node.mean);
    save_question(writer, node.typical);
  }
}

void CoverStrategy::load(Reader& reader) {
  period_.load(reader);
  nodes_.resize(reader.count(kQuestionBytes));
  for (Node& node : nodes_) {
    node.asked = reader.u8() != 0;
    node.wins = reader.u64();
    node.mean = reader.f64s();
    require(node.mean.size() == (node.wins > 0 ? view_.width() : 0),
            "a mean with the wrong number of features");
    load_question(reader, node.typical);
    node.typical.reason.threshold = kNoThreshold;
    const std::size_t kept = node.typical.sample.values.size();
    require(kept == 0 || (kept == view_.width() && !node.asked && node.wins > 0),
            "a kept sample that does not fit its node");
  }
}

}  // namespace

std::unique_ptr<Strategy> make_cover(Budget budget, const NodeView& view, bool clear,
                                     const Scaling* scaling) {
  return std::make_unique<CoverStrategy>(budget, view, clear, scaling);
}

}  // namespace mpart
