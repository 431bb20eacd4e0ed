// A model that `mpart run` made of a messy table answers the same row alike at the command line,
// over HTTP and through Kafka, by its own preparation and without another flag.
#include <gtest/gtest.h>
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "cli/program.hpp"
#include "serve/client.hpp"
#include "stream/peer.hpp"
#include "temporary_folder.hpp"
#include "util/atomic_file.hpp"
#include "util/random.hpp"

namespace mpart {
namespace {

using Json = nlohmann::json;

// Three heaps of wines: an id, six measurements with gaps, one of them with a decimal comma, a
// colour with gaps, a region, a date, and a column that is always the same.
class Cellar {
 public:
  static std::string header() {
    return "id;acid;ash;hue;iron;sugar;zinc;colour;region;bottled;always;kind\n";
  }

  std::string row() {
    const std::size_t kind = random_.below(3);
    std::string row = "w" + std::to_string(count_++);
    for (std::size_t i = 0; i < 6; ++i) {
      const double value = static_cast<double>((kind * (i + 1)) % 3) + random_.uniform();
      row += ';' + (random_.below(20) == 0 ? std::string() : number(value));
    }
    row += ';' + std::string(random_.below(10) == 0 ? "NA" : kColours[random_.below(2)]);
    row += ';' + std::string(kRegions[random_.below(4) == 0 ? random_.below(3) : kind]);
    row += ";202" + std::to_string(random_.below(5)) + "-0" + std::to_string(1 + random_.below(9)) +
           "-1" + std::to_string(random_.below(9));
    return row + ";x;" + kKinds[kind] + '\n';
  }

  // The same row as an object. Numbers are numbers of JSON.
  static Json object(const std::string& row, bool labelled) {
    std::istringstream names(header()), cells(row);
    Json object;
    std::string name, cell;
    while (std::getline(names, name, ';') && std::getline(cells, cell, ';')) {
      while (!cell.empty() && cell.back() == '\n') cell.pop_back();
      while (!name.empty() && name.back() == '\n') name.pop_back();
      if (name == "kind" && !labelled) continue;
      const std::size_t comma = cell.find(',');
      object[name] = cell;
      if (cell.empty()) object[name] = nullptr;
      if (comma != std::string::npos) object[name] = std::stod(cell.replace(comma, 1, "."));
    }
    return object;
  }

 private:
  static constexpr const char* kColours[] = {"red", "white"};
  static constexpr const char* kRegions[] = {"north", "south", "coast"};
  static constexpr const char* kKinds[] = {"barolo", "soave", "cava"};

  static std::string number(double value) {
    std::string text = std::to_string(value);  // six decimals: never a group of thousands
    text.replace(text.find('.'), 1, ",");
    return text;
  }

  Random random_{11};
  int count_ = 0;
};

class PreparedDoors : public testing::Test {
 protected:
  PreparedDoors() {
    Cellar cellar;
    std::string train = Cellar::header(), fresh = Cellar::header();
    for (int i = 0; i < 150; ++i) train += cellar.row();
    for (int i = 0; i < 40; ++i) {
      rows_.push_back(cellar.row());
      fresh += rows_.back();
    }
    write_file_atomically(folder_.file("train.csv"), train);
    write_file_atomically(folder_.file("new.csv"), fresh);
    const tests::Ended ended = run("mpart run train.csv --budget 1/10 --model m.mpart");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.err.find("6 numbers, 2 categories, 1 date"), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find("by a map"), std::string::npos) << ended.err;
  }

  tests::Ended run(const std::string& command) { return tests::run(folder_, command); }

  std::vector<Json> lines_of(const std::string& name) const {
    std::vector<Json> lines;
    std::ifstream file(folder_.file(name));
    for (std::string line; std::getline(file, line);) lines.push_back(Json::parse(line));
    return lines;
  }

  tests::TemporaryFolder folder_;
  std::vector<std::string> rows_;
};

// `mpart serve`, until the end of the test.
class Served {
 public:
  Served(const tests::TemporaryFolder& folder, const std::string& options)
      : running_(folder, "rm -f url; exec mpart serve --port 0 " + options + " > url") {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // until an old one is gone
    EXPECT_TRUE(tests::appears(folder.file("url")));
    const std::string url = read_file(folder.file("url"));
    port_ = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  }

  serve::Reply post(const std::string& target, const Json& body) const {
    return serve::call(port_, "POST", target, body.dump());
  }
  Json get(const std::string& target) const { return serve::call(port_, "GET", target).json(); }

  std::string stop() {
    running_.signal(SIGTERM);
    return running_.wait().err;
  }

 private:
  tests::Running running_;
  std::uint16_t port_ = 0;
};

TEST_F(PreparedDoors, HttpPredictsWhatTheCommandLineDoes) {
  ASSERT_EQ(run("mpart predict m.mpart new.csv --json --probabilities --out p.jsonl").code, 0);
  const std::vector<Json> expected = lines_of("p.jsonl");
  ASSERT_EQ(expected.size(), rows_.size());
  for (const char* options : {"--model m.mpart --state s", "--state s"}) {  // again, from the state
    Served server(folder_, options);
    std::size_t known = 0;
    Json all = Json::array();
    for (const std::string& row : rows_) all.push_back(Cellar::object(row, false));
    const Json found = server.post("/v1/predict", all).json();
    ASSERT_EQ(found.size(), rows_.size()) << found;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      EXPECT_EQ(found[i].at("predicted"), expected[i].at("predicted"));
      EXPECT_EQ(found[i].at("probability"), expected[i].at("probability"));
      EXPECT_EQ(found[i].at("uncertainty"), expected[i].at("uncertainty"));
      known += found[i].at("known").get<bool>() ? 1 : 0;
      const Json apart = {{"values", all[i]}};
      EXPECT_EQ(server.post("/v1/predict", apart).json(), found[i]) << apart;
    }
    EXPECT_GT(known, rows_.size() / 2);
    const std::string log = server.stop();
    EXPECT_NE(log.find("6 numbers, 2 categories, 1 date"), std::string::npos) << log;
    EXPECT_NE(log.find("then: scaling, map"), std::string::npos) << log;
  }
}

TEST_F(PreparedDoors, WhatDoesNotFitTheColumnsIsRefusedOverHttp) {
  const Served server(folder_, "--model m.mpart --state s");
  const Json good = Cellar::object(rows_[0], false);
  const std::string expected =
      "values of acid, ash, hue, iron, sugar, zinc, colour (category), region (category), bottled "
      "(date)";
  const auto problem = [&](const Json& body) {
    const serve::Reply reply = server.post("/v1/predict", body);
    EXPECT_EQ(reply.status, 400U) << body;
    EXPECT_EQ(server.post("/v1/samples", body).status, 400U) << body;
    return reply.json().at("detail").get<std::string>();
  };
  Json body = good;
  body.erase("bottled");
  EXPECT_EQ(problem(body),
            "no \"bottled\"; null is expected for a missing value; found are id, "
            "acid, ash, hue, iron, sugar, zinc, colour (category), region "
            "(category), always; expected are " +
                expected);
  body = good;
  body["Acid"] = 1;
  EXPECT_EQ(problem(body), "\"Acid\": no such field or column; expected are " + expected);
  EXPECT_EQ(problem({{"values", {1, 2, 3, 4}}}),
            "\"values\": an array of 4 found, an object of names and values expected: " + expected);
  EXPECT_EQ(problem({{"text", "a red wine"}}),
            "\"text\" found, and the model takes none; expected are " + expected);
  EXPECT_EQ(server.get("/v1/model").at("samples"), 150);
}

TEST_F(PreparedDoors, AQuestionShowsTheValuesAsTheyCame) {
  ASSERT_EQ(run("mpart run train.csv --budget 1/10 --strategy random --model e.mpart").code, 0);
  const Served server(folder_, "--model e.mpart --state s");
  std::size_t asked = 0;
  std::map<std::string, Json> sent;
  for (const std::string& row : rows_) {
    const Json object = Cellar::object(row, false);
    sent[object.at("id")] = object;
    const serve::Reply reply = server.post("/v1/samples", object);
    ASSERT_EQ(reply.status, 200U) << reply.body;
    const Json queries = reply.json().at("queries");
    for (const Json& id : queries) {
      const Json query = server.get("/v1/queries/" + id.dump());
      const auto sample = sent.find(query.at("sample"));
      if (sample == sent.end()) continue;  // of the rows that the command line learned
      const Json& values = query.at("show").at("values");
      ASSERT_EQ(values.size(), 9U);
      EXPECT_EQ(values[6], (Json{{"name", "colour"}, {"value", sample->second.at("colour")}}));
      EXPECT_EQ(values[8].at("value"), sample->second.at("bottled"));
      const Json label = {{"label", "soave"}};
      EXPECT_EQ(server.post("/v1/queries/" + id.dump() + "/label", label).status, 200U);
      ++asked;
    }
  }
  EXPECT_GT(asked, 0U);
  const serve::Reply taught = server.post("/v1/samples", Cellar::object(rows_[0], true));
  EXPECT_EQ(taught.json().value("taught", false), true) << taught.body;
}

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

TEST_F(PreparedDoors, AWorkerLearnsAndPredictsAsTheServerAndTheCommandLineDo) {
  const tests::Ended learned =
      run("mpart run new.csv --resume m.mpart --model n.mpart --trace t.csv --quiet --oracle "
          "files:q.jsonl,l.jsonl");
  ASSERT_EQ(learned.code, 0) << learned.err;
  KafkaCluster cluster;
  stream::Sender sender(cluster.brokers());
  for (const std::string& row : rows_) {
    sender.send("samples", 0, "cellar", Cellar::object(row, true).dump());
  }
  Json wrong = Cellar::object(rows_[0], false);
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
  EXPECT_NE(said.find("then: scaling, map"), std::string::npos) << said;

  std::ifstream trace(folder_.file("t.csv"));
  std::string header, line;
  std::getline(trace, header);
  const Served server(folder_, "--model m.mpart --state s");
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Json prediction = Json::parse(out[i].value).at("predictions").at(0);
    const Json reply = server.post("/v1/samples", Cellar::object(rows_[i], false)).json();
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

TEST_F(PreparedDoors, AWorkerRefusesStatesOfAnotherPreparation) {
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

TEST_F(PreparedDoors, AWorkerRefusesAModelForStatesWithoutAPreparation) {
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

TEST(TextDoors, ATextIsAnsweredAsAtTheCommandLine) {
  const tests::TemporaryFolder folder;
  const char* const animals[] = {"the cat sleeps on the warm sofa", "a dog barks in the garden",
                                 "the old cat and the young dog",
                                 "horses run over the green field"};
  const char* const trades[] = {"the market fell by three percent", "shares of the bank rose again",
                                "profits of the company doubled", "the price of oil went up today"};
  std::string train, fresh;
  Random random(3);
  Json sent = Json::array();
  for (int i = 0; i < 120; ++i) {
    const bool is_trade = random.below(2) == 0;
    const std::string text = std::string((is_trade ? trades : animals)[random.below(4)]) +
                             " number " + std::to_string(random.below(1000));
    const Json line = {{"text", text}, {"label", is_trade ? "trade" : "animal"}};
    (i < 100 ? train : fresh) += line.dump() + '\n';
    if (i >= 100) sent.push_back({{"text", text}});
  }
  write_file_atomically(folder.file("train.jsonl"), train);
  write_file_atomically(folder.file("new.jsonl"), fresh);
  const tests::Ended ended =
      tests::run(folder, "mpart run train.jsonl --budget 1/10 --model m.mpart");
  ASSERT_EQ(ended.code, 0) << ended.err;
  ASSERT_EQ(tests::run(folder, "mpart predict m.mpart new.jsonl --json --out p.jsonl").code, 0);
  const Served server(folder, "--model m.mpart --state s");
  const Json found = server.post("/v1/predict", sent).json();
  ASSERT_EQ(found.size(), sent.size()) << found;
  std::ifstream predictions(folder.file("p.jsonl"));
  for (const Json& one : found) {
    std::string line;
    ASSERT_TRUE(std::getline(predictions, line));
    const Json expected = Json::parse(line);
    EXPECT_EQ(one.at("predicted"), expected.at("predicted"));
    EXPECT_EQ(one.at("probability"), expected.at("probability"));
  }
  EXPECT_EQ(server.post("/v1/predict", {{"values", {1, 2}}}).json().at("detail"),
            "0 values expected, 2 found; expected are values of text (text)");
  EXPECT_EQ(server.post("/v1/samples", {{"text", "a cat"}, {"label", "animal"}}).status, 200U);

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
