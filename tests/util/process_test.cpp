#include "util/process.hpp"

#include <gtest/gtest.h>

#include <csignal>

#include "mpart/error.hpp"

namespace mpart {
namespace {

TEST(Process, InputGoesInAndOutputComesOut) {
  const ProcessResult result = run_process({"cat"}, "some\ntext");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "some\ntext");
  EXPECT_EQ(result.errors, "");
}

TEST(Process, LargeInputAndOutputDoNotBlockEachOther) {
  const std::string input(8'000'000, 'x');
  EXPECT_EQ(run_process({"cat"}, input).output, input);
}

TEST(Process, ProgramThatReadsNothingDoesNotKillTheCaller) {
  EXPECT_EQ(run_process({"true"}, std::string(8'000'000, 'x')).exit_code, 0);
}

TEST(Process, ExitCodeErrorsAndSignalAreReported) {
  const ProcessResult failed =
      run_process({"sh", "-c", "echo no >&2; exit 7"}, "", {.keep_errors = true});
  EXPECT_EQ(failed.exit_code, 7);
  EXPECT_EQ(failed.errors, "no\n");
  EXPECT_EQ(run_process({"sh", "-c", "kill -9 $$"}, "").signal, SIGKILL);
}

TEST(Process, ArgumentsReachTheProgramUnchanged) {
  EXPECT_EQ(run_process({"printf", "%s", "$HOME `id` 'q\" \\"}, "").output, "$HOME `id` 'q\" \\");
}

TEST(Process, TooMuchOutputEndsTheProgram) {
  EXPECT_TRUE(run_process({"yes"}, "", {.most_output = 1000}).too_much);
}

TEST(Process, MissingProgramThrows) {
  try {
    run_process({"there-is-no-such-program"}, "");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kNotFound);
  }
}

}  // namespace
}  // namespace mpart
