#include "label/command_oracle.hpp"

#include <csignal>

#include "mpart/error.hpp"
#include "util/process.hpp"
#include "util/sanitize_text.hpp"
#include "wire/limits.hpp"
#include "wire/query_json.hpp"

namespace mpart {

namespace {

constexpr std::size_t kMostOutput = 1 << 20;  // bytes

// A shell reports the death of a command by signal N as exit status 128 + N.
constexpr int kNotExecutable = 126;
constexpr int kNotFound = 127;
constexpr int kInterrupted = 128 + SIGINT;

bool was_interrupted(const ProcessResult& result) {
  return result.signal == SIGINT || result.exit_code == kInterrupted;
}

std::string what_happened(const ProcessResult& result) {
  if (result.signal != 0) return "killed by signal " + std::to_string(result.signal);
  std::string ended = "exit status " + std::to_string(result.exit_code);
  if (result.exit_code == kNotFound) return "not found (" + ended + ")";
  if (result.exit_code == kNotExecutable) return "cannot be executed (" + ended + ")";
  return ended;
}

ProcessResult run_command(const std::string& command, std::string_view input) {
  try {
    return run_process({"/bin/sh", "-c", command}, input, {.most_output = kMostOutput});
  } catch (const Error& error) {
    throw unavailable(std::string("cannot run /bin/sh: ") + error.what());
  }
}

}  // namespace

CommandOracle::CommandOracle(std::string command) : command_(std::move(command)) {
  if (without_outer_spaces(command_).empty()) {
    throw invalid_argument("the command of --oracle must not be empty");
  }
}

Answer CommandOracle::ask(const Query& query) {
  const ProcessResult result = run_command(command_, wire::query_json(query) + '\n');
  const std::string who = "command \"" + sanitize_text(command_) + "\": ";
  if (result.too_much) throw unavailable(who + "more than 1 MiB of output");
  if (was_interrupted(result)) return {Answer::Kind::kQuit, ""};
  if (result.signal != 0 || result.exit_code != 0) {
    throw unavailable(who + what_happened(result));
  }
  const std::string_view output = result.output;
  const std::string_view label = without_outer_spaces(output.substr(0, output.find('\n')));
  if (label.empty()) return {Answer::Kind::kSkip, ""};
  if (const std::string problem = wire::problem_of_label(label); !problem.empty()) {
    throw invalid_data(who + "the label: " + problem);
  }
  return Answer::of(std::string(label));
}

}  // namespace mpart
