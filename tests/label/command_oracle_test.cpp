#include "label/command_oracle.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "label/asked.hpp"
#include "mpart/error.hpp"
#include "temporary_folder.hpp"
#include "wire/query_json.hpp"

namespace mpart {
namespace {

using tests::Asked;

Answer ask(const std::string& command, const Asked& asked = {}) {
  return CommandOracle(command).ask(asked.query());
}

void expect_failure(const std::string& command, const std::string& message) {
  try {
    ask(command);
    FAIL() << command;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUnavailable);
    EXPECT_EQ(error.what(), message);
  }
}

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

TEST(CommandOracle, TheFirstLineOfOutputIsTheClass) {
  EXPECT_EQ(ask("echo cat").label, "cat");
  EXPECT_EQ(ask("printf 'cat'").label, "cat");
  EXPECT_EQ(ask("printf ' big cat \\r\\ndog\\n'").label, "big cat");
  EXPECT_EQ(ask("echo cat").kind, Answer::Kind::kLabel);
}

TEST(CommandOracle, NoOutputOrAnEmptyLineIsASkip) {
  for (const char* command : {"true", "head -c 0", "echo", "printf '\\ncat\\n'"}) {
    EXPECT_EQ(ask(command).kind, Answer::Kind::kSkip) << command;
  }
}

TEST(CommandOracle, TheCommandReadsTheQuestionAsOneLineOfJson) {
  const tests::TemporaryFolder folder;
  const Asked asked;
  EXPECT_EQ(ask("tee '" + folder.file("query") + "' | sed 's/.*\"predicted\":\"//;s/\".*//'").label,
            "cat");
  EXPECT_EQ(tests::contents(folder.file("query")), wire::query_json(asked.query()) + '\n');
}

TEST(CommandOracle, ALargeQuestionThatNobodyReadsDoesNoHarm) {
  Asked asked;
  asked.question.sample.values.assign(1'000'000, 0.123456789);
  EXPECT_EQ(ask("echo cat", asked).label, "cat");
  EXPECT_EQ(ask("exec <&-; echo cat", asked).label, "cat");
  EXPECT_EQ(ask("wc -l", asked).label, "1");
}

TEST(CommandOracle, AFailureNamesTheCommandAndItsStatus) {
  expect_failure("false", "command \"false\": exit status 1");
  expect_failure("echo cat; exit 3", "command \"echo cat; exit 3\": exit status 3");
  expect_failure("kill -9 $$", "command \"kill -9 $$\": killed by signal 9");
  expect_failure("exec 2>/dev/null; no-such-command",
                 "command \"exec 2>/dev/null; no-such-command\": not found (exit status 127)");
  expect_failure("exec 2>/dev/null; /dev/null",
                 "command \"exec 2>/dev/null; /dev/null\": cannot be executed (exit status 126)");
}

TEST(CommandOracle, EndlessOutputIsAFailure) {
  expect_failure("yes", "command \"yes\": more than 1 MiB of output");
  expect_failure(
      "exec 2>/dev/null; trap '' PIPE; yes | cat",
      "command \"exec 2>/dev/null; trap '' PIPE; yes | cat\": more than 1 MiB of output");
}

TEST(CommandOracle, AnInterruptedCommandIsAWishToQuit) {
  EXPECT_EQ(ask("kill -INT $$; sleep 5").kind, Answer::Kind::kQuit);
  EXPECT_EQ(ask("exit 130").kind, Answer::Kind::kQuit);
}

TEST(CommandOracle, AnEmptyCommandIsBadUse) {
  try {
    CommandOracle(" ");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInvalidArgument);
  }
}

TEST(CommandOracle, LeavesNoProcessAndNoDescriptorBehind) {
  ask("echo cat");
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 20; ++i) ask(i % 2 == 0 ? "echo cat" : "cat >/dev/null");
  expect_failure("false", "command \"false\": exit status 1");
  expect_failure("yes", "command \"yes\": more than 1 MiB of output");
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(CommandOracle, TheCommandInheritsNeitherOurDescriptorsNorOurSignalMask) {
  sigset_t blocked;
  sigset_t before;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before);
  EXPECT_EQ(ask("awk '/^SigBlk/ {print $2}' /proc/self/status").label, "0000000000000000");
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_EQ(ask("ls -l /proc/self/fd | grep -c memfd:mpart").label, "1");  // standard input
}

}  // namespace
}  // namespace mpart
