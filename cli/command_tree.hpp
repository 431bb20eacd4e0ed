#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace mpart {

// The program's commands and flags as one table, from which help, manual pages and the completion
// of shells are made.

struct FlagEntry {
  std::string name;      // "--budget"; of a positional one "DATA"
  std::string help;      // one line
  std::string group;     // heading
  std::string standard;  // default value; empty: none is shown
  bool positional = false, takes_value = false, required = false;
  std::vector<std::string> values;  // the words that it takes, if they are few and known
};

struct CommandEntry {
  std::vector<std::string> path;  // {"embed", "fit"}; empty: the program itself
  std::string help;               // one line
  std::vector<FlagEntry> flags;   // in the order of --help
  std::vector<std::string> subcommands;

  std::string name(std::string_view between = " ") const;  // "mpart embed fit"
  std::vector<std::string> groups() const;                 // of its flags, in their order
};

// Every command, the program first, then in the order of --help.
std::vector<CommandEntry> command_table(const CLI::App& program);

// The flags that may follow what was typed, with their dashes: for "did you mean".
std::vector<std::string_view> flag_names(const CommandEntry& command);

}  // namespace mpart
