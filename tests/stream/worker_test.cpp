// Against the cluster that librdkafka has for tests: it knows groups, transactions and errors, but
// shows what was aborted. tests/kafka has the real one.
#include "stream/worker.hpp"

#include <gtest/gtest.h>
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>

#include <atomic>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "mpart/error.hpp"
#include "persist/small_session.hpp"
#include "stream/offline.hpp"
#include "stream/peer.hpp"
#include "temporary_folder.hpp"

namespace mpart::stream {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr std::int32_t kPartitions = 2;

class OnKafka : public testing::Test {
 protected:
  OnKafka()
      : handle(rd_kafka_new(RD_KAFKA_PRODUCER, rd_kafka_conf_new(), nullptr, 0)),
        cluster(rd_kafka_mock_cluster_new(handle, 1)),
        brokers(rd_kafka_mock_cluster_bootstraps(cluster)) {
    for (const char* topic : {"samples", "labels", "out", "queries", "state", "dead"}) {
      rd_kafka_mock_topic_create(cluster, topic, kPartitions, 1);
    }
  }
  ~OnKafka() override {
    rd_kafka_mock_cluster_destroy(cluster);
    rd_kafka_destroy(handle);
  }

  WorkerOptions options(const std::string& name = "one") const {
    WorkerOptions options;
    options.kafka = {brokers, "samples", "labels", "out", "queries",
                     "state", "dead",    "group",  name};
    options.kafka.patience = 0;
    options.models.session = session_options();
    options.mirror = folder.file(name + ".db");
    options.most_messages = 20;
    options.most_milliseconds = 20;
    return options;
  }
  static SessionOptions session_options() {
    SessionOptions options;
    options.budget = {1, 10};
    return options;
  }

  void send_samples(Sender& sender, int messages) {
    for (int i = 0; i < messages; ++i) {
      const std::uint64_t key = random.below(6);
      Json samples = Json::array();
      for (std::uint64_t count = 1 + random.below(4); count > 0; --count) {
        samples.push_back({{"values", random_sample(random).values}});
        ++sent;
      }
      sender.send("samples", static_cast<std::int32_t>(key % kPartitions),
                  "robot " + std::to_string(key), Json{{"samples", samples}}.dump());
    }
    sender.flush();
  }

  // A worker in a thread of its own.
  class Running {
   public:
    explicit Running(const WorkerOptions& options)
        : thread_([this, options] {
            Worker worker(options);
            worker.run([&] {
              messages = worker.counters().messages;
              return stop_.load();
            });
            counters = worker.counters();
          }) {}
    ~Running() { join(); }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    bool wait_for(std::uint64_t count) const {
      const auto end = Clock::now() + std::chrono::seconds(30);
      while (messages < count && Clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
      return messages >= count;
    }
    void join() {
      stop_ = true;
      if (thread_.joinable()) thread_.join();
    }

    std::atomic<std::uint64_t> messages = 0;
    WorkerCounters counters;  // after join()

   private:
    std::atomic<bool> stop_ = false;
    std::thread thread_;
  };

  std::uint64_t answer_questions(Sender& sender) {
    std::uint64_t labels = 0;
    for (const Received& query : all_of(brokers, "queries", kPartitions)) {
      const QueryId id = Json::parse(query.value).at("id");
      if (!answered.insert({query.key, id}).second) continue;
      const std::string label = "class " + std::to_string(random.below(3));
      sender.send("labels", query.partition, query.key, Json{{"id", id}, {"label", label}}.dump());
      ++labels;
    }
    sender.flush();
    return labels;
  }

  void expect_nothing_wrong(std::size_t samples_at_least) const {
    const Findings found = examine(brokers, session_options());
    for (const std::string& wrong : found.wrong) ADD_FAILURE() << wrong;
    EXPECT_GE(found.samples, samples_at_least);
    EXPECT_GT(found.questions, samples_at_least / 20);
  }

  tests::TemporaryFolder folder;
  rd_kafka_t* handle;
  rd_kafka_mock_cluster_t* cluster;
  std::string brokers;
  Random random{11};
  std::uint64_t sent = 0;  // samples
  std::set<std::pair<std::string, QueryId>> answered;
};

TEST_F(OnKafka, EveryKeyIsWhatItWouldBeAlone) {
  Sender sender(brokers);
  Running worker(options());
  std::uint64_t messages = 0;
  for (int round = 0; round < 4; ++round) {
    send_samples(sender, 150);
    messages += 150;
    ASSERT_TRUE(worker.wait_for(messages));
    const std::uint64_t labels = answer_questions(sender);
    EXPECT_GT(labels, 0U);
    messages += labels;
    ASSERT_TRUE(worker.wait_for(messages));
  }
  expect_nothing_wrong(600);
}

TEST_F(OnKafka, WhatCannotBeUsedGoesToTheDeadWithItsReasonAndTheRestGoesOn) {
  Sender sender(brokers);
  send_samples(sender, 30);
  sender.send("samples", 0, "robot 0", "{not JSON");
  sender.send("samples", 0, "robot 0", R"({"values":[0.1,0.2,0.3]})");
  sender.send("samples", 1, "", R"({"values":[0.1,0.2]})");
  sender.send("samples", 0, "robot 0", "\x01");
  sender.send("samples", 0, std::string(1025, 'k'), R"({"values":[0.1,0.2]})");
  Json many = Json::array();
  for (int i = 0; i < 1025; ++i) many.push_back({{"values", {0.1, 0.2}}});
  sender.send("samples", 0, "robot 0", Json{{"samples", many}}.dump());
  sender.send("labels", 0, "robot 0", R"({"id":999,"label":"x"})");
  sender.send("labels", 0, "robot 0", "");
  send_samples(sender, 30);
  Running worker(options());
  ASSERT_TRUE(worker.wait_for(68));
  worker.join();
  EXPECT_EQ(worker.counters.dead, 8U);
  std::multiset<std::string> reasons;
  for (const Received& dead : all_of(brokers, "dead", kPartitions)) {
    reasons.insert(dead.headers.at("reason"));
    EXPECT_TRUE(dead.headers.contains("offset"));
  }
  EXPECT_EQ(reasons, (std::multiset<std::string>{
                         "not JSON at character 3, near \"{no\"", "2 values expected, 3 found",
                         "no message key; it names the model", "binary samples: cut short",
                         "at most 1024 samples expected, 1025 found",
                         "a key of 1025 bytes, at most 1024 expected", "query 999 was never asked",
                         "not JSON at character 1"}));
  expect_nothing_wrong(60);
}

TEST_F(OnKafka, ATransactionThatFailsIsDoneAgainFromTheSameState) {
  Sender sender(brokers);
  send_samples(sender, 60);
  // One that may be tried again at once, and one that ends the transaction.
  rd_kafka_mock_push_request_errors(cluster, 28 /*TxnOffsetCommit*/, 2,
                                    RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS,
                                    RD_KAFKA_RESP_ERR_GROUP_AUTHORIZATION_FAILED);
  Running worker(options());
  ASSERT_TRUE(worker.wait_for(60));
  worker.join();
  EXPECT_GE(worker.counters.aborted, 1U);
  std::uint64_t learned = 0;
  for (const auto& [key, session] : states_of(brokers, kPartitions)) {
    learned += session.counters().samples;
  }
  EXPECT_EQ(learned, sent);
}

TEST_F(OnKafka, TwoWorkersShareTheKeys) {
  Sender sender(brokers);
  const Running one(options("one"));
  const Running two(options("two"));
  const auto end = Clock::now() + std::chrono::seconds(30);
  while ((one.messages == 0 || two.messages == 0) && Clock::now() < end) {
    send_samples(sender, 10);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_GT(one.messages, 0U);
  EXPECT_GT(two.messages, 0U);
}

// As a broker says that has just come back and lacks what was written meanwhile, when it is still
// taken for the leader; librdkafka then begins at the first message.
TEST_F(OnKafka, MessagesThatComeAgainHaveNoEffect) {
  Sender sender(brokers);
  Running worker(options());
  send_samples(sender, 60);
  ASSERT_TRUE(worker.wait_for(60));
  rd_kafka_mock_push_request_errors(cluster, 1 /*Fetch*/, 1, RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE);
  std::this_thread::sleep_for(std::chrono::seconds(2));
  send_samples(sender, 60);
  ASSERT_TRUE(worker.wait_for(120));
  worker.join();
  EXPECT_EQ(worker.counters.messages, 120U);
  expect_nothing_wrong(120);
}

TEST_F(OnKafka, WhoTheGroupHasGivenUpCommitsNothingEvenBeforeItHearsOfIt) {
  struct : KafkaLog::Owner {
    void assigned(std::int32_t) override {}
    void revoked(std::int32_t) override { heard = true; }
    bool heard = false;
  } owner;
  Sender sender(brokers);
  send_samples(sender, 1);
  KafkaOptions kafka = options().kafka;
  kafka.settings["heartbeat.interval.ms"] = "100";
  KafkaLog log(kafka, owner);
  Message message;
  for (int tries = 0; tries < 300 && message.value.empty(); ++tries) log.next(message, 100);
  ASSERT_FALSE(message.value.empty());
  log.begin();
  rd_kafka_mock_push_request_errors(cluster, 12 /*Heartbeat*/, 1,
                                    RD_KAFKA_RESP_ERR_UNKNOWN_MEMBER_ID);
  std::this_thread::sleep_for(std::chrono::seconds(1));
  EXPECT_FALSE(owner.heard);
  EXPECT_THROW(log.commit(), TransactionLost);
}

TEST_F(OnKafka, TopicsMustFit) {
  WorkerOptions wrong = options();
  wrong.kafka.labels = "none";
  try {
    const Worker worker(wrong);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "there is no topic none");
  }
  rd_kafka_mock_topic_create(cluster, "narrow", 1, 1);
  wrong.kafka.labels = "narrow";
  try {
    const Worker worker(wrong);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "topic narrow has 1 partitions, 2 expected, as topic samples has");
  }
}

}  // namespace
}  // namespace mpart::stream
