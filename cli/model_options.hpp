#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "mpart/session.hpp"

namespace mpart {

// The words of the command line that say how to learn and when to ask.
struct ModelOptions {
  SessionOptions session;
  std::string budget = "1/100";
  std::string strategy = "explorer";
  bool no_density = false;
  bool full_labels = false;

  void add_to(CLI::App& command);
  // At least one of them, other than the seed, is on the command line.
  static bool given(const CLI::App& command);
  SessionOptions checked() const;  // throws Error(kBadUse)

 private:
  void set(const std::string& mode);
};

}  // namespace mpart
