// A model that `mpart run` made of a messy table, or of texts, learns and answers through Kafka as
// over HTTP and at the command line.
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>

#include "doors/cellar.hpp"
#include "stream/peer.hpp"

namespace mpart {
namespace {

using tests::Json;

class PreparedWorker : public tests::PreparedDoors {};

// librdkafka's own cluster for tests, in this process.
class KafkaCluster {
 public:
  KafkaCluster()
      : handle_(rd_kafka_new(RD_KAFKA_PRODUCER, rd_kafka_conf_new(), nullptr, 0)),
        cluster_(rd_kafka_mock_cluster_new(handle_, 1)) {
    for (const char* topic : {"samples", "labels", "out", "queries", "state", "dead"}) {
      rd_kafka_mock_topic_create(cluster_, topic, 1, 1);
    }
  }
  ~KafkaCluster() {
    rd_kafka_mock_cluster_destroy(cluster_);
    rd_kafka_destroy(handle_);
  }
  KafkaCluster(const KafkaCluster&) = delete;
  KafkaCluster& operator=(const KafkaCluster&) = delete;

  std::string brokers() const { return rd_kafka_mock_cluster_bootstraps(cluster_); }

  // Waits for so many messages of a topic.
  std::vector<stream::Received> messages(const std::string& topic, std::size_t count) const {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    std::vector<stream::Received> all;
    while (all.size() < count && std::chrono::steady_clock::now() < end) {
      all = stream::all_of(brokers(), topic, 1);
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return all;
  }

  // A worker of a new group, which need not wait for the members of an old one.
  std::string command(const std::string& options) {
    return "exec mpart worker --samples samples --labels labels --out out --queries queries "
           "--state state --dead dead --name one --wait-ms 20 --group " +
           std::to_string(groups_++) + " --brokers " + brokers() + ' ' + options;
  }

 private:
  rd_kafka_t* handle_;
  rd_kafka_mock_cluster_t* cluster_;
  int groups_ = 0;
};

TEST_F(PreparedWorker, AWorkerLearnsAndPredictsAsTheServerAndTheCommandLineDo) {
  const tests::Ended learned =
      run("mpart run new.csv --resume m.mpart --model n.mpart --trace t.csv --quiet --oracle "
          "files:q.jsonl,l.jsonl");
  ASSERT_EQ(learned.code, 0) << learned.err;
  KafkaCluster cluster;
  stream::Sender sender(cluster.brokers());
  for (const std::string& row : rows_) {
    sender.send("samples", 0, "cellar", tests::Cellar::object(row, true).dump());
  }
  Json wrong = tests::Cellar::object(rows_[0], false);
  wrong.erase("ash");
  for (const std::string& bad :
       {wrong.dump(), std::string(R"({"values":[1,2,3]})"), std::string(R"({"text":"a"})"),
        std::string("\1\1\0\0\0\1\0\0\0\0\0\0\0", 13)}) {
    sender.send("samples", 0, "cellar", bad);
  }
  sender.flush();
  tests::Running worker(folder_, cluster.command("--model m.mpart"));
  const std::vector<stream::Received> out = cluster.messages("out", rows_.size());
  ASSERT_EQ(out.size(), rows_.size());
  const std::vector<stream::Received> dead = cluster.messages("dead", 4);
  worker.signal(SIGTERM);
  const std::string said = worker.wait().err;
  EXPECT_NE(said.find("6 numbers, 2 categories, 1 date"), std::string::npos) << said;
  EXPECT_NE(said.find("then: scaling"), std::string::npos) << said;

  std::ifstream trace(folder_.file("t.csv"));
  std::string header, line;
  std::getline(trace, header);
  const tests::Served server(folder_, "--model m.mpart --state s");
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Json prediction = Json::parse(out[i].value).at("predictions").at(0);
    const Json reply = server.post("/v1/samples", tests::Cellar::object(rows_[i], false)).json();
    for (const char* field : {"predicted", "probability", "activated", "queries"}) {
      EXPECT_EQ(prediction.at(field), reply.at(field)) << i;
    }
    ASSERT_TRUE(std::getline(trace, line));
    const std::string predicted =
        prediction.at("predicted").is_null() ? "unknown" : prediction.at("predicted");
    EXPECT_NE(line.find(',' + predicted + ','), std::string::npos) << line << ' ' << predicted;
  }

  const std::string expected =
      "values of acid, ash, hue, iron, sugar, zinc, colour (category), region (category), bottled "
      "(date)";
  ASSERT_EQ(dead.size(), 4U);
  EXPECT_NE(dead[0].headers.at("reason").find("no \"ash\""), std::string::npos);
  EXPECT_EQ(dead[1].headers.at("reason"),
            "\"values\": an array of 3 found, an object of names and values expected: " + expected);
  EXPECT_EQ(dead[2].headers.at("reason"),
            "\"text\" found, and the model takes none; expected are " + expected);
  EXPECT_EQ(dead[3].headers.at("reason"), "1 number found; expected are " + expected);
}

TEST_F(PreparedWorker, AWorkerRefusesStatesOfAnotherPreparation) {
  write_file_atomically(folder_.file("other.csv"), "a,b,kind\n1,20,x\n2,10,y\n3,30,x\n4,50,y\n");
  ASSERT_EQ(run("mpart run other.csv --budget 1/2 --model other.mpart").code, 0);
  KafkaCluster cluster;
  stream::Sender sender(cluster.brokers());
  sender.send("samples", 0, "cellar", R"({"a":1,"b":30})");
  sender.send("samples", 0, "cellar", R"({"values":[null,20]})");
  sender.flush();
  for (const std::size_t count : {2, 4}) {  // the second goes on from the states of the first
    tests::Running worker(folder_, cluster.command("--model other.mpart"));
    EXPECT_GE(cluster.messages("out", count).size(), count);
    worker.signal(SIGTERM);
    EXPECT_EQ(worker.wait().code, 0);
  }
  const tests::Ended other = tests::run(folder_, cluster.command("--model m.mpart"));
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("acid, ash, hue"), std::string::npos) << other.err;
  EXPECT_NE(other.err.find("those of the states of partition 0 are a, b"), std::string::npos)
      << other.err;
  const tests::Ended none = tests::run(folder_, cluster.command("--budget 1/10"));
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(
      none.err.find("the states of partition 0 have columns: 2 numbers; this worker has none"),
      std::string::npos)
      << none.err;
}

TEST_F(PreparedWorker, AWorkerRefusesAModelForStatesWithoutAPreparation) {
  KafkaCluster cluster;
  stream::Sender sender(cluster.brokers());
  sender.send("samples", 0, "cellar", R"({"values":[0.1,0.2]})");
  sender.flush();
  {
    tests::Running worker(folder_, cluster.command("--budget 1/10"));
    EXPECT_EQ(cluster.messages("out", 1).size(), 1U);
    worker.signal(SIGTERM);
    worker.wait();
  }
  const tests::Ended ended = tests::run(folder_, cluster.command("--model m.mpart"));
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("the states of partition 0 were made without a preparation, and this "
                           "worker has columns: 6 numbers, 2 categories, 1 date"),
            std::string::npos)
      << ended.err;
}

TEST(TextWorker, TakesTexts) {
  const tests::TemporaryFolder folder;
  const tests::Letters letters(folder);
  const tests::Ended ended =
      tests::run(folder, "mpart run train.jsonl --budget 1/10 --model m.mpart");
  ASSERT_EQ(ended.code, 0) << ended.err;
  KafkaCluster cluster;
  stream::Sender sender(cluster.brokers());
  sender.send("samples", 0, "reader", R"({"text":"a cat"})");
  sender.send("samples", 0, "reader", R"({"values":[1,2]})");
  sender.flush();
  tests::Running worker(folder, cluster.command("--model m.mpart"));
  EXPECT_EQ(cluster.messages("out", 1).size(), 1U);
  EXPECT_EQ(cluster.messages("dead", 1).size(), 1U);
  worker.signal(SIGTERM);
  worker.wait();
}

}  // namespace
}  // namespace mpart
