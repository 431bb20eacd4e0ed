#include "stream/keyed_models.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "persist/small_session.hpp"
#include "temporary_folder.hpp"

namespace mpart::stream {
namespace {

using Json = nlohmann::json;

// A worker's models against sessions that see the same without any of it.
class Keyed : public testing::Test {
 protected:
  static ModelsOptions options() {
    ModelsOptions options;
    options.session.budget = {1, 10};
    options.piece_bytes = 2000;
    options.most_deltas = 7;
    options.least_snapshot = 1000;
    return options;
  }

  static std::string key(int i) { return "robot " + std::to_string(i); }

  // One message of samples for a key; its questions are answered at once.
  void step(KeyedModels& models, int i) {
    SampleMessage message;
    for (std::uint64_t count = 1 + random.below(5); count > 0; --count) {
      message.samples.push_back(random_sample(random));
    }
    Session& plain = plains.try_emplace(i, models_options.session).first->second;
    SilentOracle silent;
    for (Sample sample : message.samples) {
      sample.row = plain.counters().samples + 1;
      plain.step(sample, silent);
    }
    const Effects effects = models.learn(0, key(i), message, 5);
    for (const std::string& question : effects.questions) {
      const QueryId id = Json::parse(question).at("id");
      EXPECT_TRUE(asked.insert({i, id}).second) << "asked twice";
      const LateAnswer late{id, Answer::of("class " + std::to_string(random.below(3)))};
      models.answer(0, key(i), late, 6);
      plain.teach(id, late.answer.label);
    }
  }

  void expect_all_equal(KeyedModels& models) {
    for (const auto& [i, plain] : plains) {
      EXPECT_EQ(encode_model(models.session(0, key(i))), encode_model(plain)) << key(i);
    }
  }

  tests::TemporaryFolder folder;
  StateMirror mirror{folder.file("mirror.db")};
  ModelsOptions models_options = options();
  Random random{3};
  std::map<int, Session> plains;
  std::set<std::pair<int, QueryId>> asked;
};

TEST_F(Keyed, KeepWhatIsMissingWhenTheyAreLoadedAgain) {
  std::string bytes;
  {
    KeyedModels models(models_options, mirror);
    for (const char* values : {"[0.1,0.5]", "[0.5,null]", "[null,0.25]", "[0.1,null]"}) {
      models.learn(0, key(1), read_samples("{\"values\":" + std::string(values) + "}"), 0);
      models.changes();  // a snapshot, then deltas
      models.committed();
    }
    bytes = encode_model(models.session(0, key(1)));
  }
  KeyedModels again(models_options, mirror);
  EXPECT_EQ(encode_model(again.session(0, key(1))), bytes);
  EXPECT_EQ(again.session(0, key(1)).counters().samples, 4U);
}

TEST_F(Keyed, AreAsBeforeAfterAMessageThatIsRefused) {
  KeyedModels models(models_options, mirror);
  models.learn(0, key(1), read_samples(R"({"values":[1,2]})"), 0);
  const std::string before = encode_model(models.session(0, key(1)));
  SampleMessage message;
  message.samples.resize(2);
  message.samples[0].values = {3, 4};
  message.samples[1].values = {3, 1e101};
  EXPECT_THROW(models.learn(0, key(1), message, 0), Error);
  EXPECT_EQ(encode_model(models.session(0, key(1))), before);
}

TEST_F(Keyed, BeginWithTheModelThatIsGiven) {
  Session start({.budget = {1, 3}});
  SilentOracle silent;
  for (int i = 0; i < 20; ++i) start.step(random_sample(random), silent);
  models_options.start = encode_model(start);
  KeyedModels models(models_options, mirror);
  for (const int i : {1, 2}) {
    EXPECT_EQ(encode_model(models.session(0, key(i))), models_options.start);
    plains.emplace(i, decode_model(models_options.start));
  }
  for (int i = 0; i < 50; ++i) step(models, 1 + i % 2);
  expect_all_equal(models);
}

TEST_F(Keyed, AskWithTheValuesAsTheyCame) {
  models_options.session.budget = {1, 1};
  KeyedModels models(models_options, mirror);
  MessageReader reader(
      {Columns({{.name = "age"},
                {.name = "colour", .kind = ColumnKind::kCategory, .levels = {"blue", "red"}}})});
  const Effects effects = models.learn(
      0, key(1), reader.read(R"([{"age":7,"colour":"red"},{"age":9,"colour":null}])"), 0);
  ASSERT_EQ(effects.questions.size(), 2U);
  EXPECT_EQ(
      Json::parse(effects.questions[1]).at("show"),
      Json::parse(R"({"values":[{"name":"age","value":"9"},{"name":"colour","value":null}]})"));
  const Effects plain = models.learn(0, key(2), read_samples(R"({"values":[1,2]})"), 0);
  EXPECT_FALSE(Json::parse(plain.questions.at(0)).contains("show"));
}

TEST_F(Keyed, AreWhatTheyWouldBeAloneWhetherInMemoryOrNot) {
  models_options.memory_bytes = 100000;  // for a few of them
  KeyedModels models(models_options, mirror);
  for (int i = 0; i < 2000; ++i) {
    step(models, static_cast<int>(random.below(30)));
    if (i % 7 == 0) {
      models.changes();
      models.committed();
      EXPECT_LE(models.bytes(), models_options.memory_bytes);
    }
  }
  models.changes();
  models.committed();
  EXPECT_LT(models.in_memory(), 30U);
  EXPECT_GT(models.loaded(), 100U);
  EXPECT_GT(asked.size(), 100U);
  expect_all_equal(models);
}

TEST_F(Keyed, ComeBackFromTheirRecordsOnAnotherWorker) {
  const tests::TemporaryFolder elsewhere;
  StateMirror other(elsewhere.file("mirror.db"));
  KeyedModels models(models_options, mirror);
  for (int i = 0; i < 1000; ++i) {
    step(models, static_cast<int>(random.below(10)));
    if (i % 3 != 0) continue;
    for (const auto& [partition, records] : models.changes()) {
      for (const SealedRecord& record : records) {
        EXPECT_LE(record.value.size(), models_options.piece_bytes + 100);
      }
      other.put(partition, records);
    }
    models.committed();
  }
  for (const auto& [partition, records] : models.changes()) other.put(partition, records);
  KeyedModels rebuilt(models_options, other);
  expect_all_equal(rebuilt);
  EXPECT_EQ(rebuilt.loaded(), 10U);
  EXPECT_TRUE(other.records_of(1, key(0)).empty());
}

TEST_F(Keyed, AnAbortedTransactionNeverWas) {
  KeyedModels models(models_options, mirror);
  for (int i = 0; i < 100; ++i) step(models, i % 4);
  models.changes();
  models.committed();
  SampleMessage message;
  for (int i = 0; i < 20; ++i) message.samples.push_back(random_sample(random));
  models.learn(0, key(1), message, 5);
  models.learn(0, "new", message, 5);
  models.changes();
  models.aborted();
  expect_all_equal(models);
  EXPECT_EQ(models.session(0, "new").counters().samples, 0U);
  models.learn(0, key(2), message, 5);
  models.aborted();  // before anything was written
  expect_all_equal(models);
}

TEST_F(Keyed, TheBudgetHoldsOverEveryWayOut) {
  std::uint64_t samples = 0;
  std::uint64_t questions = 0;
  const auto learn = [&](KeyedModels& models) {
    SampleMessage message;
    message.samples.push_back(random_sample(random));
    questions += models.learn(0, "one", message, 0).questions.size();
    ++samples;
    models.changes();
    models.committed();
  };
  for (int round = 0; round < 100; ++round) {
    KeyedModels models(models_options, mirror);
    for (std::uint64_t i = 1 + random.below(9); i > 0; --i) learn(models);
    EXPECT_LE(questions, samples / 10 + 1);
  }
  EXPECT_GE(questions, samples / 10 - 1);
}

TEST_F(Keyed, AMessageOfAnotherWidthChangesNothing) {
  KeyedModels models(models_options, mirror);
  for (int i = 0; i < 20; ++i) step(models, 0);
  SampleMessage wide;
  wide.samples.push_back(random_sample(random, 3));
  EXPECT_THROW(models.learn(0, key(0), wide, 5), Error);
  EXPECT_THROW(models.answer(0, key(0), {999, Answer::of("x")}, 5), Error);
  EXPECT_THROW(models.answer(0, "nobody", {1, Answer::of("x")}, 5), Error);
  expect_all_equal(models);
}

TEST_F(Keyed, DamageInTheMirrorIsNotLearnedOver) {
  KeyedModels models(models_options, mirror);
  step(models, 0);
  models.changes();
  models.committed();
  models.forget(0);
  const SealedRecord gap = sealed({key(0), true, 5, 1, 0, "x"});
  mirror.put(0, std::span(&gap, 1));
  try {
    models.session(0, key(0));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kCorrupt);
    EXPECT_STREQ(error.what(), "the state of \"robot 0\": damaged state: a delta is missing");
  }
}

}  // namespace
}  // namespace mpart::stream
