// A strategy of your own in a session: it asks about the first sample of every new node.
#include <iostream>

#include "mpart/mpart.hpp"

namespace {

class NewNodes : public mpart::Strategy {
 public:
  explicit NewNodes(mpart::Budget budget) : budget_(budget) {}

  std::span<const mpart::Question> offer(const mpart::Sample& sample,
                                         const mpart::Prediction& prediction) override {
    if (time_++ % budget_.period == 0) asked_ = 0;  // a new period
    if (!prediction.created || asked_ == budget_.questions) return {};
    ++asked_;
    question_ = {sample, time_ - 1, {.score = prediction.score, .threshold = 0}};
    return {&question_, 1};
  }
  std::span<const mpart::Question> finish() override { return {}; }

  mpart::BudgetStatus budget_status() const override {
    return {budget_.questions - asked_, time_ == 0 ? 0 : (time_ - 1) % budget_.period + 1};
  }

  void save(mpart::Writer& writer, const mpart::SaveOptions& /*options*/) const override {
    writer.u64(time_);
    writer.u64(asked_);
  }
  void load(mpart::Reader& reader) override {
    time_ = reader.u64();
    asked_ = reader.u64();
    mpart::require(asked_ <= budget_.questions, "more queries than the budget allows");
  }

 private:
  mpart::Budget budget_;
  std::uint64_t time_ = 0, asked_ = 0;  // samples in all, queries of this period
  mpart::Question question_;
};

}  // namespace

int main() {
  const mpart::Budget budget{1, 100};
  mpart::Session session({.budget = budget}, {.strategy = std::make_unique<NewNodes>(budget)});
  auto stream = mpart::open_source("examples/data/fashion4d.csv");
  mpart::ColumnOracle oracle;
  mpart::Sample sample;
  while (stream->next(sample)) session.step(sample, oracle);

  // A model file holds its state; whoever loads it passes the same strategy, new.
  mpart::Session loaded = mpart::decode_model(mpart::encode_model(session),
                                              {.strategy = std::make_unique<NewNodes>(budget)});
  std::cout << loaded.ledger().asked() << " queries, " << loaded.learner().known_classes()
            << " classes, " << loaded.budget_status().left << " left\n";
}
