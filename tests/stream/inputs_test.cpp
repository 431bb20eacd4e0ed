#include "stream/inputs.hpp"

#include <gtest/gtest.h>

#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "persist/small_session.hpp"
#include "wire/bytes.hpp"

namespace mpart::stream {
namespace {

TEST(Inputs, AppliedAgainLeadToTheSameModelBitForBit) {
  SessionOptions options;
  options.budget = {2, 10};
  Session session(options);
  Session replayed(options);
  SilentOracle silent;
  Random random(5);
  Writer inputs;
  for (int i = 0; i < 200; ++i) {
    Sample sample = random_sample(random);
    sample.id = "sample " + std::to_string(i);
    if (i % 2 == 0) {
      for (double& value : sample.values) value = static_cast<float>(value);
    }
    const std::string label = sample.label;
    apply(sample, session, silent);
    wire::write_samples(inputs, {&sample, 1});
    const QueryId last = session.ledger().asked();
    if (last == 0 || i % 3 != 0) continue;
    const LedgerEntry* asked = session.ledger().find(last);
    LateAnswer late{last, Answer::of(label)};
    if (asked->state == LedgerEntry::State::kLabelled) late.answer.kind = Answer::Kind::kWithdraw;
    if (asked->state == LedgerEntry::State::kOpen && i % 2 == 0) {
      late.answer.kind = Answer::Kind::kSkip;
    }
    if (asked->state == LedgerEntry::State::kSkipped) continue;
    session.apply(late.id, late.answer);
    write(inputs, late);
  }
  apply_all(inputs.bytes(), replayed);
  EXPECT_GT(session.counters().labels + session.counters().skipped, 5U);
  EXPECT_EQ(encode_model(replayed), encode_model(session));
}

TEST(Inputs, ThatAreCutShortAreRefused) {
  Writer inputs;
  Sample sample;
  sample.values = {0.1, 0.2};
  wire::write_samples(inputs, {&sample, 1});
  for (std::size_t size = 1; size < inputs.bytes().size(); ++size) {
    Session session;
    EXPECT_THROW(apply_all(inputs.bytes().substr(0, size), session), Error);
  }
  Session session;
  EXPECT_THROW(apply_all("\x09", session), Error);
}

}  // namespace
}  // namespace mpart::stream
