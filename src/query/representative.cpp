#include <limits>
#include <vector>

#include "query/coverage.hpp"
#include "query/period.hpp"
#include "query/strategies.hpp"

namespace mpart {

namespace {

// Asks, at the end of each period, about the densest node of each group that has no label, then
// about the densest nodes without a label: for each, about the last sample that it won. It keeps
// that sample for every node. This is the strategy of A-SOINN, whose groups are its subclasses.
class RepresentativeStrategy : public PeriodStrategy {
 public:
  RepresentativeStrategy(Budget budget, const NodeView& view)
      : PeriodStrategy(budget), view_(view) {}

  std::span<const Question> offer(const Sample& sample, const Prediction& prediction) override;
  std::span<const Question> finish() override { return ask(); }
  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 private:
  std::span<const Question> ask();

  const NodeView& view_;
  std::vector<Question> last_won_;  // by node
  std::vector<Question> asked_;
};

std::span<const Question> RepresentativeStrategy::offer(const Sample& sample,
                                                        const Prediction& prediction) {
  period_.advance();
  if (prediction.winner != kNoNode) {
    if (prediction.winner >= last_won_.size()) last_won_.resize(prediction.winner + std::size_t{1});
    pose(last_won_[prediction.winner], sample, prediction, period_.time(),
         std::numeric_limits<double>::quiet_NaN());
  }
  return period_.at_end() ? ask() : std::span<const Question>();
}

std::span<const Question> RepresentativeStrategy::ask() {
  asked_.clear();
  for (const NodeIndex node : choose_nodes(view_, {}, period_.all_left(), true)) {
    // A node whose sample stayed out of a model file has none until it wins again.
    if (node >= last_won_.size() || last_won_[node].sample.values.empty()) continue;
    period_.spend();
    asked_.push_back(last_won_[node]);
  }
  return asked_;
}

void RepresentativeStrategy::save(Writer& writer, const SaveOptions& options) const {
  period_.save(writer);
  const std::size_t written = options.min_count > 1 ? 0 : last_won_.size();
  writer.u64(written);
  for (std::size_t i = 0; i < written; ++i) save_question(writer, last_won_[i]);
}

void RepresentativeStrategy::load(Reader& reader) {
  period_.load(reader);
  last_won_.resize(reader.count(kQuestionBytes));
  for (Question& question : last_won_) {
    load_question(reader, question);
    question.reason.threshold = std::numeric_limits<double>::quiet_NaN();
    require(question.sample.values.empty() || question.sample.values.size() == view_.width(),
            "a kept sample with the wrong number of features");
  }
}

}  // namespace

std::unique_ptr<Strategy> make_representative(Budget budget, const NodeView& view) {
  return std::make_unique<RepresentativeStrategy>(budget, view);
}

}  // namespace mpart
