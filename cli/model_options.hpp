#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "mpart/session.hpp"

namespace mpart {

// The words of the command line that say how to learn and when to ask.
struct ModelOptions {
  SessionOptions session;
  std::string budget = "1/100";
  std::string strategy = "explorer";
  bool full_labels = false;

  void add_to(CLI::App& command);
  // At least one of them, other than the seed, is on the command line.
  static bool given(const CLI::App& command);
  SessionOptions checked() const;  // throws Error(kInvalidArgument)

  // The budget, if it is on the command line.
  std::optional<Budget> given_budget(const CLI::App& command) const;

  // The number of labels in all, if --budget says one: "50 labels".
  std::optional<std::uint64_t> total_labels() const;

  // Throws Error(kInvalidArgument) that names the first flag on the command line, other than those
  // of the budget, that says something else than the options of a state:
  // "--rho 0.8: the state has 0.9; ...".
  void require_same(const CLI::App& command, const SessionOptions& state) const;

  // Gives a loaded session the strategy, the learner and the budget that are on the command line.
  // Throws Error(kInvalidArgument) for a parameter that is there and says something else than the
  // model, Error(kUnsupported) for a learner that the model cannot become.
  void change(const CLI::App& command, Session& loaded) const;

 private:
  void set(const std::string& mode);
};

}  // namespace mpart
