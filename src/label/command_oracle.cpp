#include "label/command_oracle.hpp"

#include <sys/wait.h>

#include <csignal>

#include "label/harmless.hpp"
#include "label/query_json.hpp"
#include "label/run_command.hpp"
#include "mpart/error.hpp"

namespace mpart {

namespace {

constexpr std::size_t kMostOutput = 1 << 20;  // bytes

// A shell reports the death of a command by signal N as exit status 128 + N.
constexpr int kNotExecutable = 126;
constexpr int kNotFound = 127;
constexpr int kInterrupted = 128 + SIGINT;

bool was_interrupted(int status) {
  return (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) ||
         (WIFEXITED(status) && WEXITSTATUS(status) == kInterrupted);
}

std::string what_happened(int status) {
  if (WIFSIGNALED(status)) return "killed by signal " + std::to_string(WTERMSIG(status));
  const int code = WEXITSTATUS(status);
  std::string ended = "exit status " + std::to_string(code);
  if (code == kNotFound) return "not found (" + ended + ")";
  if (code == kNotExecutable) return "cannot be executed (" + ended + ")";
  return ended;
}

}  // namespace

CommandOracle::CommandOracle(std::string command) : command_(std::move(command)) {
  if (without_outer_spaces(command_).empty()) {
    throw Error(ErrorKind::kBadUse, "a command that answers questions must not be empty");
  }
}

Answer CommandOracle::ask(const Query& query) {
  const CommandResult result = run_command(command_, query_json(query) + '\n', kMostOutput);
  const std::string who = "command \"" + harmless(command_) + "\": ";
  if (result.too_much) throw Error(ErrorKind::kFailed, who + "more than 1 MiB of output");
  if (was_interrupted(result.status)) return {Answer::Kind::kQuit, ""};
  if (result.status != 0) throw Error(ErrorKind::kFailed, who + what_happened(result.status));
  const std::string_view output = result.output;
  const std::string_view label = without_outer_spaces(output.substr(0, output.find('\n')));
  if (label.empty()) return {Answer::Kind::kSkip, ""};
  return Answer::of(std::string(label));
}

}  // namespace mpart
