#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include "cli/program.hpp"

namespace mpart::tests {
namespace {

// What a worker says before it has met Kafka; tests/stream and tests/kafka have the rest.
class WorkerCommand : public testing::Test {
 protected:
  static std::string command(const std::string& options) {
    return "mpart worker --brokers 127.0.0.1:1 --samples s --labels l --out o --queries q --state "
           "m "
           "--dead d " +
           options;
  }

  void expect_refused(const std::string& whole_command, const std::string& error) const {
    const Ended ended = run(folder, whole_command);
    EXPECT_EQ(ended.code, 2) << whole_command;
    EXPECT_EQ(ended.err, "mpart: " + error + "\n");
    EXPECT_TRUE(everything_in(folder).empty()) << whole_command;
  }

  TemporaryFolder folder;
};

TEST_F(WorkerCommand, SaysWhatItNeeds) {
  expect_refused("mpart worker", "--brokers is required (see mpart --help)");
  expect_refused("mpart worker --brokers b --samples s --labels l --out o --queries q",
                 "--state is required (see mpart --help)");
}

TEST_F(WorkerCommand, RefusesWhatMakesNoSense) {
  expect_refused(command("--budget 3"),
                 "budget \"3\": a share of the samples is expected here, such as 1/100 or 5%");
  expect_refused(command("--memory-mb 0"),
                 "--memory-mb: must be a whole number of at least 1, not 0 (see mpart --help)");
  expect_refused(command("--metrics-listen nowhere"), "metrics cannot be served at nowhere");
  expect_refused(command("--kafka acks"), "--kafka acks: NAME=VALUE expected");
}

TEST_F(WorkerCommand, PassesSettingsOnToKafkasLibrary) {
  const Ended ended = run(folder, command("--kafka acks=all --kafka no.such.setting=1"));
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.err, "mpart: Kafka: No such configuration property: \"no.such.setting\"\n");
}

TEST_F(WorkerCommand, CanBeStoppedWhileItWaitsForKafka) {
  Running worker(folder, "exec " + command("2>/dev/null"));
  std::this_thread::sleep_for(std::chrono::seconds(1));
  worker.signal(SIGINT);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(worker.wait().code, 128 + SIGINT);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

}  // namespace
}  // namespace mpart::tests
