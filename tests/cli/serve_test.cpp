// `mpart serve` on a state that is not new, and `mpart backup`.
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>

#include "cli/program.hpp"

namespace mpart::tests {
namespace {

constexpr const char* kServe = "exec mpart serve --port 0 --state state ";

class ServeOnAState : public testing::Test {
 protected:
  // Begins with a model that has learned.
  ServeOnAState() {
    const Ended made = run(folder_,
                           "mpart run $DATA/fashion4d.csv --limit 60 --rho 0.9 "
                           "--budget 1/10 --seed 4 --model start.mpart");
    EXPECT_EQ(made.code, 0) << made.err;
    serve("--model start.mpart");
  }

  // What it says until it is stopped.
  std::string serve(const std::string& flags) {
    Running server(folder_, kServe + flags + " > url");
    EXPECT_TRUE(appears(folder_.file("url"))) << flags;
    server.signal(SIGTERM);
    const std::string said = server.wait().err;
    std::filesystem::remove(folder_.file("url"));
    return said;
  }

  std::string refusal(const std::string& flags) {
    const Ended ended = run(folder_, kServe + flags);
    EXPECT_EQ(ended.code, 2) << flags;
    return ended.err;
  }

  const TemporaryFolder folder_;
};

TEST_F(ServeOnAState, AModelFlagThatSaysSomethingElseIsRefusedByName) {
  const std::string advice = "; leave the flag out, or start with another --state\n";
  EXPECT_EQ(refusal("--rho 0.8"), "mpart: --rho 0.8: the state has 0.9" + advice);
  EXPECT_EQ(refusal("--rho 0.9 --layers 2"), "mpart: --layers 2: the state has 3" + advice);
  EXPECT_EQ(refusal("--no-density"),
            "mpart: --no-density: the state has density_weighting on" + advice);
  EXPECT_EQ(refusal("--strategy random"),
            "mpart: --strategy random: the state has explorer" + advice);
  EXPECT_EQ(refusal("--learner knn,k=3"), "mpart: --learner knn,k=3: the state has mpart" + advice);
  EXPECT_EQ(refusal("--mode plus"),
            "mpart: --mode: the state has learner mpart and strategy explorer" + advice);
  EXPECT_EQ(refusal("--seed 5"), "mpart: --seed 5: the state has 4" + advice);
  EXPECT_EQ(refusal("--model start.mpart"),
            "mpart: --model start.mpart: state has a model already" + advice);
}

TEST_F(ServeOnAState, FlagsThatSayTheSameAreFine) {
  const std::string said = serve(
      "--rho 0.9 --layers 3 --strategy explorer --learner mpart --mode faithful --seed 4 "
      "--budget 1/10");
  EXPECT_EQ(said.find("changed"), std::string::npos) << said;
}

TEST_F(ServeOnAState, AnotherBudgetIsTakenAndMoreLabelsAreAdded) {
  EXPECT_NE(serve("--budget 1/50").find("budget changed from 1/10 to 1/50\""), std::string::npos);
  EXPECT_EQ(serve("--budget 1/50").find("budget changed"), std::string::npos);
  EXPECT_NE(serve("--more-labels 50").find("50 more labels, 50 extra questions in all\""),
            std::string::npos);
  EXPECT_NE(serve("--more-labels 5").find("5 more labels, 55 extra questions in all\""),
            std::string::npos);
}

TEST_F(ServeOnAState, MoreLabelsAreAddedOnlyByAServerThatStarts) {
  // An address of documentation, which no machine has.
  ASSERT_EQ(run(folder_, "umask 077; echo 0123456789abcdef0123456789abcdef > token").code, 0);
  const Ended failed =
      run(folder_, kServe + std::string("--more-labels 50 --address 192.0.2.1 --token-file token"));
  EXPECT_NE(failed.code, 0);
  EXPECT_NE(failed.err.find("192.0.2.1"), std::string::npos) << failed.err;
  EXPECT_NE(serve("--more-labels 5").find("5 more labels, 5 extra questions in all\""),
            std::string::npos);
}

TEST_F(ServeOnAState, ANetworkInFrontOfAModelThatHadNoneIsRefused) {
  EXPECT_EQ(
      refusal("--embedder $DATA/../../models/fashion-mnist-4d.onnx"),
      "mpart: networks: the model has no network, the command line has fashion-mnist-4d.onnx; "
      "what a model was made with cannot change: start a new one for that\n");
}

TEST_F(ServeOnAState, ABackupOfARunningServerIsAStateOfItsOwn) {
  Running server(folder_, std::string(kServe) + " > url");
  ASSERT_TRUE(appears(folder_.file("url")));
  const Ended copied = run(folder_, "mpart backup --state state copy");
  EXPECT_EQ(copied.code, 0) << copied.err;
  EXPECT_NE(copied.err.find("mpart serve --state copy"), std::string::npos);
  EXPECT_EQ(run(folder_, "mpart backup --state state copy").code, 2) << "copy exists";
  const Ended second = run(folder_, std::string(kServe));
  EXPECT_NE(second.err.find("in use by another mpart serve"), std::string::npos) << second.err;
  server.signal(SIGTERM);
  server.wait();
  std::filesystem::remove(folder_.file("url"));
  std::filesystem::remove_all(folder_.file("state"));
  std::filesystem::rename(folder_.file("copy"), folder_.file("state"));
  EXPECT_NE(serve("--rho 0.9").find("of 60 samples"), std::string::npos);
}

}  // namespace
}  // namespace mpart::tests
