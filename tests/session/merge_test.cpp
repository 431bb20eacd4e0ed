#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "mpart/error.hpp"
#include "mpart/merge.hpp"
#include "mpart/model_file.hpp"
#include "persist/small_session.hpp"

namespace mpart {
namespace {

Session learned(std::uint64_t seed, std::size_t samples, const SessionOptions& options = {},
                std::size_t width = 2) {
  Session session(options);
  ColumnOracle column;
  SilentOracle silent;
  Random random(seed);
  for (std::size_t i = 0; i < samples; ++i) {
    const Sample sample = random_sample(random, width);
    session.step(sample, random.below(3) == 0 ? static_cast<Oracle&>(silent) : column);
  }
  return session;
}

SessionOptions asking() {
  SessionOptions options;
  options.budget = {2, 10};
  options.parameters.rho = 0.9;
  return options;
}

std::string refusal(const Session& a, const Session& b) {
  const std::vector<const Session*> parts{&a, &b};
  try {
    merge_sessions(parts);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(MergedSession, IsTheSameWhateverTheOrder) {
  const Session a = learned(1, 200, asking());
  const Session b = learned(2, 150, asking());
  const Session c = learned(3, 40, asking());
  std::vector<const Session*> parts{&a, &b, &c};
  const std::string expected = encode_model(merge_sessions(parts));
  std::sort(parts.begin(), parts.end());
  do {
    EXPECT_EQ(encode_model(merge_sessions(parts)), expected);
  } while (std::next_permutation(parts.begin(), parts.end()));
}

TEST(MergedSession, WithAnEmptyOneIsWhatItWasByteForByte) {
  const Session a = small_session(StrategyKind::kMemory);
  ASSERT_GT(a.ledger().open_count(), 0U);
  const Session empty(a.options());
  for (const std::vector<const Session*>& parts :
       {std::vector{&a, &empty}, std::vector{&empty, &a, &empty}, std::vector{&a}}) {
    EXPECT_EQ(encode_model(merge_sessions(parts)), encode_model(a));
  }
  const std::vector<const Session*> nothing{&empty, &empty};
  EXPECT_EQ(encode_model(merge_sessions(nothing)), encode_model(empty));
}

TEST(MergedSession, AddsUpWhatWasCountedAndLeavesTheQuestionsBehind) {
  const Session a = learned(1, 200, asking());
  const Session b = learned(2, 150, asking());
  ASSERT_GT(a.ledger().open_count() + b.ledger().open_count(), 0U);
  const std::vector<const Session*> parts{&a, &b};
  Session merged = merge_sessions(parts);
  EXPECT_EQ(merged.counters().samples, 350U);
  EXPECT_EQ(merged.counters().labels, a.counters().labels + b.counters().labels);
  EXPECT_EQ(merged.counters().expired, a.ledger().open_count() + b.ledger().open_count());
  EXPECT_EQ(merged.ledger().size(), 0U);
  EXPECT_EQ(merged.ledger().asked(), a.ledger().asked() + b.ledger().asked());
  EXPECT_EQ(merged.budget_status().left, 2U);
  EXPECT_THROW(merged.teach(1, "left"), Error);
}

TEST(MergedSession, GoesOnBitForBitAfterItWasSaved) {
  const Session a = learned(1, 200, asking());
  const Session b = learned(2, 150, asking());
  const std::vector<const Session*> parts{&a, &b};
  Session merged = merge_sessions(parts);
  Session loaded = decode_model(encode_model(merged));
  ColumnOracle column;
  Random random(9);
  for (int i = 0; i < 200; ++i) {
    const Sample sample = random_sample(random);
    merged.step(sample, column);
    loaded.step(sample, column);
  }
  EXPECT_EQ(encode_model(merged), encode_model(loaded));
  EXPECT_GT(merged.ledger().size(), 0U);
}

TEST(MergedSession, UnitesTheClassesByName) {
  Session a = learned(1, 150);
  Session b = learned(2, 150);
  a.teach(a.ledger().asked(), "only in a");
  b.teach(b.ledger().asked(), "only in b");
  const std::vector<const Session*> parts{&a, &b};
  const Session merged = merge_sessions(parts);
  const std::vector<std::string>& classes = merged.learner().classes();
  for (const Session* part : parts) {
    for (const std::string& name : part->learner().classes()) {
      EXPECT_EQ(std::count(classes.begin(), classes.end(), name), 1) << name;
    }
  }
}

TEST(MergedSession, RefusesModelsThatDoNotFitAndSaysWhy) {
  const Session a = learned(1, 50, asking());
  EXPECT_EQ(refusal(a, learned(1, 50, asking(), 3)), "number of features is 2, 3 was expected");
  SessionOptions options = asking();
  options.parameters.rho = 0.8;
  EXPECT_EQ(refusal(a, learned(1, 50, options)), "rho is 0.8, 0.9 was expected");
  EXPECT_NE(refusal(a, Session(options)), "") << "an empty one, too";
  options = asking();
  options.parameters.layers = 5;
  EXPECT_EQ(refusal(a, learned(1, 50, options)), "layers is 5, 3 was expected");
  options = asking();
  options.parameters.learner = "lpart";
  EXPECT_EQ(refusal(a, learned(1, 50, options)), "learner is lpart, mpart was expected");
  EXPECT_EQ(refusal(learned(1, 50, options), learned(2, 50, options)),
            "models of the learner lpart cannot be merged");
  options = asking();
  options.budget = {1, 50};
  EXPECT_EQ(refusal(a, learned(1, 50, options)), "budget is 1/50, 2/10 was expected");
  EXPECT_THROW(merge_sessions({}), Error);
}

}  // namespace
}  // namespace mpart
