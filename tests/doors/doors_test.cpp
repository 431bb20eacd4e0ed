// One list of samples and answers, good and bad, goes through all four doors: HTTP, Kafka, the
// command line and Python give the same predictions, the same queries and the same kinds of errors.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/program.hpp"
#include "mpart/error.hpp"
#include "serve/server_fixture.hpp"
#include "stream/keyed_models.hpp"
#include "stream/messages.hpp"
#include "temporary_folder.hpp"
#include "util/atomic_file.hpp"
#include "wire/error_table.hpp"

namespace mpart {
namespace {

using Json = nlohmann::json;

constexpr Budget kBudget{1, 4};

Json cases() {
  return Json::parse(read_file(std::string(MPART_SOURCE_DIR) + "/tests/doors/cases.json"));
}

bool is_sample(const Json& one) { return one.contains("sample"); }
std::string text_of(const Json& one) { return one.at(is_sample(one) ? "sample" : "answer"); }

// Over HTTP a label is learned and a key that means nothing is refused: such a case has another
// text there.
std::string http_text_of(const Json& one) { return one.value("http", text_of(one)); }

// What every door says of a sample: {"predicted", "probability", "queries"}, and "clipped" where
// predictions are JSON; of an answer, {}; of what it refuses, {"error": the name of its kind}.
Json outcome_of(const Json& said) {
  return {{"predicted", said.at("predicted")},
          {"probability", said.at("probability")},
          {"queries", said.at("queries")},
          {"clipped", said.value("clipped", 0)}};
}

// The reference is Kafka's: no network, no process.
class KafkaDoor {
 public:
  Json send(const Json& one) {
    try {
      if (!is_sample(one)) {
        models_.answer(0, "key", stream::read_answer(text_of(one)), 0);
        return Json::object();
      }
      const stream::Effects effects =
          models_.learn(0, "key", stream::read_samples(text_of(one)), 0);
      for (const std::string& query : effects.questions) queries.push_back(Json::parse(query));
      return outcome_of(Json::parse(effects.answer).at("predictions").at(0));
    } catch (const Error& error) {
      const wire::ErrorRow& row = wire::error_row(error.kind());
      EXPECT_TRUE(row.dead_letter);
      return {{"error", row.name}};
    }
  }

  std::vector<Json> queries;  // as they go to the topic

 private:
  static stream::ModelsOptions options() {
    stream::ModelsOptions options;
    options.session.budget = kBudget;
    return options;
  }

  tests::TemporaryFolder folder_;
  stream::StateMirror mirror_{folder_.file("mirror.db")};
  stream::KeyedModels models_{options(), mirror_};
};

std::vector<Json> through_kafka(std::vector<Json>* queries = nullptr) {
  KafkaDoor door;
  std::vector<Json> outcomes;
  for (const Json& one : cases()) outcomes.push_back(door.send(one));
  if (queries != nullptr) *queries = door.queries;
  return outcomes;
}

TEST(Doors, RefuseWhatTheListSaysAndTakeTheRest) {
  const Json all = cases();
  const std::vector<Json> outcomes = through_kafka();
  ASSERT_GE(all.size(), 60U);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(outcomes[i].value("error", ""), all[i].value("error", "")) << all[i];
  }
}

class HttpDoor : public serve::ServerTest {};

TEST_F(HttpDoor, SaysWhatKafkaSays) {
  std::vector<Json> queries;
  const std::vector<Json> expected = through_kafka(&queries);
  session_.budget = kBudget;
  start();
  const Json all = cases();
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::string target = "/samples";
    if (!is_sample(all[i])) {
      const std::string text = text_of(all[i]);
      target = "/queries/" +
               std::to_string(std::strtoull(text.c_str() + text.find(':') + 1, nullptr, 10)) +
               "/label";
    }
    const serve::Reply reply = call("POST", target, http_text_of(all[i]));
    if (!expected[i].contains("error")) {
      ASSERT_EQ(reply.status, 200U) << all[i] << reply.body;
      if (is_sample(all[i])) {
        EXPECT_EQ(outcome_of(reply.json()), expected[i]) << all[i];
      }
      continue;
    }
    const Json problem = reply.json();
    const bool no_route = target == "/queries/0/label";  // queries are numbered from 1
    if (!no_route) {
      EXPECT_EQ(problem.at("title"), expected[i].at("error")) << all[i];
    }
    EXPECT_EQ(problem.at("status"), reply.status);
    for (const wire::ErrorRow& row : wire::error_table()) {
      if (row.name != expected[i].at("error")) continue;
      EXPECT_EQ(row.http_status, static_cast<int>(reply.status));
    }
  }
  // Queries that are still open have the words and figures that went to Kafka's topic.
  for (const Json& query : queries) {
    const Json shown = call("GET", "/queries/" + query.at("id").dump()).json();
    EXPECT_EQ(shown.at("why"), query.at("why"));
    EXPECT_EQ(shown.at("time"), query.at("time"));
  }
}

std::vector<Json> lines_of(const std::string& path) {
  std::vector<Json> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(Json::parse(line));
  return lines;
}

// The last row of a CSV file, by the names of its columns. REQUIRES: no quoted cell.
std::map<std::string, std::string> last_row(const std::string& path) {
  std::ifstream file(path);
  std::string header, row, name, cell;
  std::getline(file, header);
  for (std::string line; std::getline(file, line);) row = line;
  std::istringstream names(header), cells(row);
  std::map<std::string, std::string> found;
  while (std::getline(names, name, ',') && std::getline(cells, cell, ',')) found[name] = cell;
  return found;
}

TEST(CommandLineDoor, SaysWhatKafkaSays) {
  std::vector<Json> queries;
  const std::vector<Json> expected = through_kafka(&queries);
  const tests::TemporaryFolder folder;
  const Json all = cases();
  std::string options = "--budget 1/4";
  std::string answers;      // since the last good sample
  std::size_t refused = 0;  // of them
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_sample(all[i])) {
      answers += text_of(all[i]) + '\n';
      refused += expected[i].contains("error") ? 1 : 0;
      continue;
    }
    const bool good = !expected[i].contains("error");
    write_file_atomically(folder.file("one.jsonl"), text_of(all[i]) + '\n');
    write_file_atomically(folder.file("labels.jsonl"), good ? answers : "");
    const tests::Ended ended =
        tests::run(folder,
                   "mpart run one.jsonl --quiet --model m --trace t.csv --oracle "
                   "files:queries.jsonl,labels.jsonl " +
                       options);
    if (!good) {
      EXPECT_EQ(ended.code, wire::error_row(ErrorKind::kInvalidData).exit_code) << all[i];
      continue;
    }
    ASSERT_EQ(ended.code, 0) << all[i] << ended.err;
    EXPECT_EQ(std::size_t(std::count(ended.err.begin(), ended.err.end(), '\n')), refused)
        << all[i] << ended.err;
    const auto row = last_row(folder.file("t.csv"));
    if (!expected[i].at("predicted").is_null()) {
      EXPECT_EQ(row.at("predicted"), expected[i].at("predicted")) << all[i];
    }
    EXPECT_EQ(row.at("queried") == "1", !expected[i].at("queries").empty()) << all[i];
    options = "--resume m";
    answers.clear();
    refused = 0;
  }
  const std::vector<Json> asked = lines_of(folder.file("queries.jsonl"));
  ASSERT_EQ(asked.size(), queries.size());
  for (std::size_t i = 0; i < asked.size(); ++i) {
    Json theirs = asked[i], ours = queries[i];
    theirs.erase("row");  // every run counts its own file
    ours.erase("row");
    EXPECT_EQ(theirs, ours);
  }
}

#ifdef MPART_HAS_PYTHON
TEST(PythonDoor, SaysWhatKafkaSays) {
  const std::vector<Json> expected = through_kafka();
  const tests::TemporaryFolder folder;
  const std::string here = std::string(MPART_SOURCE_DIR) + "/tests/doors/";
  const tests::Ended ended =
      tests::run(folder, "PYTHONPATH=" MPART_BINARY_DIR "/python " MPART_HAS_PYTHON " " + here +
                             "doors.py " + here + "cases.json");
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Json outcomes = Json::parse(ended.out);
  const Json all = cases();
  ASSERT_EQ(outcomes.size(), all.size());
  std::size_t compared = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (outcomes[i].is_null()) continue;  // nothing that Python could be given
    Json told = expected[i];
    told.erase("clipped");
    EXPECT_EQ(outcomes[i], told) << all[i];
    ++compared;
  }
  EXPECT_GE(compared, 45U);
}
#endif

}  // namespace
}  // namespace mpart
