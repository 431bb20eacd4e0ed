#include "stream/metrics.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "temporary_folder.hpp"

namespace mpart::stream {
namespace {

TEST(WorkerMetrics, AreWhatPrometheusReads) {
  const tests::TemporaryFolder folder;
  StateMirror mirror(folder.file("mirror.db"));
  KeyedModels models({}, mirror);
  models.learn(0, "robot", read_samples(R"({"values":[0.1,0.9]})"), 0);
  WorkerCounters counters;
  counters.messages = 1;
  counters.state_seconds = 0.25;
  std::istringstream text(metrics_text(counters, models));
  const std::regex comment("# (HELP|TYPE) (mpart_worker_[a-z_]+) .+");
  const std::regex value("(mpart_worker_[a-z_]+) [0-9.]+");
  std::set<std::string> described;
  std::map<std::string, std::string> values;
  for (std::string line; std::getline(text, line);) {
    std::smatch found;
    if (std::regex_match(line, found, comment)) {
      described.insert(found[2]);
    } else {
      ASSERT_TRUE(std::regex_match(line, found, value)) << line;
      EXPECT_TRUE(described.contains(found[1])) << line;
      values[found[1]] = line.substr(line.find(' ') + 1);
    }
  }
  EXPECT_EQ(values.size(), described.size());
  EXPECT_EQ(values.at("mpart_worker_messages_total"), "1");
  EXPECT_EQ(values.at("mpart_worker_state_seconds_total"), "0.25");
  EXPECT_EQ(values.at("mpart_worker_models_in_memory"), "1");
}

}  // namespace
}  // namespace mpart::stream
