#include "query/representative.hpp"

#include <limits>

#include "query/question.hpp"

namespace mpart {

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
  for (const NodeIndex node : learner_.nominate(period_.left(), {})) {
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
    require(question.sample.values.empty() || question.sample.values.size() == learner_.width(),
            "a kept sample of another width");
  }
}

}  // namespace mpart
