#include "cli/model_options.hpp"

#include <algorithm>
#include <array>

#include "cli/commands.hpp"
#include "mpart/error.hpp"
#include "wire/number_text.hpp"

namespace mpart {

namespace {

constexpr std::array kFlags = {"--mode", "--learner", "--budget", "--strategy", "--full-labels"};

std::string learner_help() {
  std::string text;
  for (const std::string_view name : learner_names()) {
    text += (text.empty() ? "" : ", ");
    text += name;
  }
  return text + "; options follow, as in knn,k=3";
}

void add_parameter(CLI::App& command, const ParameterRow& row, Parameters& parameters) {
  const std::string flag(row.flag);
  const std::string help(row.help);
  if (const auto* number = std::get_if<double Parameters::*>(&row.member)) {
    command.add_option(flag, parameters.**number, help)->capture_default_str();
  } else if (const auto* count = std::get_if<std::uint32_t Parameters::*>(&row.member)) {
    add_count(command, flag, parameters.**count, help, 0);
  } else {
    command.add_flag_callback(
        flag, [&row, &parameters] { row.set(parameters, 0); }, help);
  }
}

bool is_given(const CLI::App& command, std::string_view flag) {
  return command.count(std::string(flag)) > 0;
}

std::string number_text(double value) {
  std::string text;
  wire::write_number(value, text);
  return text;
}

}  // namespace

void ModelOptions::add_to(CLI::App& command) {
  Parameters& parameters = session.parameters;
  // First, because options take effect in this order: others may change what a mode sets.
  command.add_option_function<std::string>(
      "--mode", [this](const std::string& mode) { set(mode); },
      "faithful: as in the paper (default); plus: fewer labels, sets --learner plus and "
      "--strategy cover");
  command.add_option("--learner", parameters.learner, learner_help())->capture_default_str();
  command.add_option("--budget", budget, "at most B queries in every W samples, written B/W")
      ->capture_default_str();
  command.add_option("--strategy", strategy, "explorer, memory, random, representative or cover")
      ->capture_default_str();
  command.add_flag("--full-labels", full_labels, "ask for the label of every sample");
  for (const ParameterRow& row : parameter_table()) add_parameter(command, row, parameters);
  add_count(command, "--seed", session.seed, "seed of all random numbers", 0);
}

void ModelOptions::set(const std::string& mode) {
  set_mode(mode, session);
  strategy = name_of(session.strategy);
}

bool ModelOptions::given(const CLI::App& command) {
  const auto given = [&command](std::string_view flag) { return is_given(command, flag); };
  return std::ranges::any_of(kFlags, given) ||
         std::ranges::any_of(parameter_table(), given, &ParameterRow::flag);
}

SessionOptions ModelOptions::checked() const {
  SessionOptions options = session;
  options.parameters.check();
  options.strategy = parse_strategy(strategy);
  options.budget = full_labels ? Budget{1, 1} : Budget::parse(budget);
  return options;
}

std::optional<Budget> ModelOptions::given_budget(const CLI::App& command) const {
  if (!is_given(command, "--budget") && !is_given(command, "--full-labels")) return std::nullopt;
  return checked().budget;
}

void ModelOptions::require_same(const CLI::App& command, const SessionOptions& state) const {
  const SessionOptions wanted = checked();
  // `value`: what is given, with a space before it.
  const auto compare = [&](std::string_view flag, const std::string& value, bool same,
                           const std::string& has) {
    if (!is_given(command, flag) || same) return;
    throw invalid_argument(std::string(flag) + value + ": the state has " + has +
                           "; leave the flag out, or start with another --state");
  };
  const std::string& learner = state.parameters.learner;
  const std::string state_strategy(name_of(state.strategy));
  const bool same_learner = wanted.parameters.learner == learner;
  const bool same_strategy = wanted.strategy == state.strategy;
  compare("--learner", " " + wanted.parameters.learner, same_learner, learner);
  compare("--strategy", " " + strategy, same_strategy, state_strategy);
  compare("--mode", "", same_learner && same_strategy,
          "learner " + learner + " and strategy " + state_strategy);
  compare("--seed", " " + std::to_string(wanted.seed), wanted.seed == state.seed,
          std::to_string(state.seed));
  for (const ParameterRow& row : parameter_table()) {
    const bool is_switch = std::holds_alternative<bool Parameters::*>(row.member);
    const double value = row.get(wanted.parameters);
    const double has = row.get(state.parameters);
    compare(row.flag, is_switch ? "" : " " + number_text(value), value == has,
            is_switch ? std::string(row.name) + " on" : number_text(has));
  }
}

}  // namespace mpart
