#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "mpart/embedder.hpp"
#include "wire/vector_json.hpp"

namespace mpart::embed {

struct CommandEmbedderOptions {
  std::chrono::milliseconds batch_limit{60'000};  // for the answers to one batch
  wire::SampleText text = wire::SampleText::kText;
};

// How the flag --embedder names a program: "command:PROGRAM"; command_of() is the program.
constexpr std::string_view command_of(std::string_view embedder) {
  constexpr std::string_view kCommand = "command:";
  return embedder.starts_with(kCommand) ? embedder.substr(kCommand.size()) : std::string_view();
}
constexpr bool names_command(std::string_view embedder) { return embedder.starts_with("command:"); }

// Another program, started by /bin/sh when it is first needed and kept running, that makes a vector
// of every line it is given (wire/vector_json.hpp). All its vectors have as many values as the
// first.
//
// If it ends before it has answered, it is started once more and given the same samples; if it ends
// again, that is Error(kUnavailable) with its exit status and the last line of its standard error.
// So is an answer that does not come in time. An answer that cannot be read, of another width or to
// nothing, is Error(kInvalidData) that names the line of its output.
// Throws Error(kInvalidArgument) if the command is empty, Error(kUnsupported) in a build without
// JSON.
std::unique_ptr<Embedder> command_embedder(const std::string& command,
                                           const CommandEmbedderOptions& options = {});

}  // namespace mpart::embed
