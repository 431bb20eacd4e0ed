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

// What the command line and a file say in different ways, and what to do about it.
struct Comparison {
  const char* file;    // "the state"
  const char* remedy;  // behind the semicolon
};

// `value`: what is given, with a space before it.
void compare(const CLI::App& command, std::string_view flag, const std::string& value, bool same,
             const std::string& has, const Comparison& comparison) {
  if (!is_given(command, flag) || same) return;
  throw invalid_argument(std::string(flag) + value + ": " + comparison.file + " has " + has + "; " +
                         comparison.remedy);
}

void compare_parameters(const CLI::App& command, const SessionOptions& wanted,
                        const SessionOptions& has, const Comparison& comparison) {
  for (const ParameterRow& row : parameter_table()) {
    const bool is_switch = std::holds_alternative<bool Parameters::*>(row.member);
    const double value = row.get(wanted.parameters);
    const double own = row.get(has.parameters);
    compare(command, row.flag, is_switch ? "" : " " + number_text(value), value == own,
            is_switch ? std::string(row.name) + " on" : number_text(own), comparison);
  }
  const auto scale = [](const SessionOptions& options) { return options.scale ? "auto" : "none"; };
  compare(command, "--scale", std::string(" ") + scale(wanted), wanted.scale == has.scale,
          scale(has), comparison);
}

}  // namespace

void ModelOptions::add_to(CLI::App& command) {
  Parameters& parameters = session.parameters;
  const std::string group_before = command.option_defaults()->get_group();
  begin_group(command, kLearningGroup);
  // First, because options take effect in this order: others may change what a mode sets.
  command.add_option_function<std::string>(
      "--mode", [this](const std::string& mode) { set(mode); },
      "auto: faithful for at most 4 values in [0,1], plus for other data (default); faithful: as "
      "in the paper; plus: fewer labels, sets --learner plus and --strategy cover");
  const auto choose = [this](const std::string&) { session.choose_mode = false; };
  command.add_option("--learner", parameters.learner, learner_help())
      ->capture_default_str()
      ->each(choose);
  command
      .add_option("--budget", budget,
                  "queries that may be asked: B/W is at most B in every W samples, 5% or 0.05 a "
                  "share of the samples, 50 labels a number in all")
      ->capture_default_str();
  command.add_option("--strategy", strategy, "explorer, memory, random, representative or cover")
      ->capture_default_str()
      ->each(choose);
  command
      .add_option_function<std::string>(
          "--scale", [this](const std::string& how) { session.scale = how == "auto"; },
          "auto: values are brought to [0,1], unless they are there (default); none: they are "
          "taken as they are, and clipped")
      ->check(CLI::IsMember({"auto", "none"}));
  command.add_flag("--full-labels", full_labels, "ask for the label of every sample");
  add_count(command, "--seed", session.seed, "seed of all random numbers", 0);
  begin_group(command, kPaperGroup);
  for (const ParameterRow& row : parameter_table()) add_parameter(command, row, parameters);
  command.get_option("--rho")->each(
      [this](const std::string&) { session.choose_vigilance = false; });
  command.option_defaults()->group(group_before);
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

std::optional<std::uint64_t> ModelOptions::total_labels() const {
  return full_labels ? std::nullopt : Budget::parse_total(budget);
}

void ModelOptions::require_same(const CLI::App& command, const SessionOptions& state) const {
  constexpr Comparison kState{"the state", "leave the flag out, or start with another --state"};
  const SessionOptions wanted = checked();
  const std::string& learner = state.parameters.learner;
  const std::string state_strategy(name_of(state.strategy));
  const bool same_learner = wanted.parameters.learner == learner;
  const bool same_strategy = wanted.strategy == state.strategy;
  compare(command, "--learner", " " + wanted.parameters.learner, same_learner, learner, kState);
  compare(command, "--strategy", " " + strategy, same_strategy, state_strategy, kState);
  compare(command, "--mode", "", same_learner && same_strategy,
          "learner " + learner + " and strategy " + state_strategy, kState);
  compare(command, "--seed", " " + std::to_string(wanted.seed), wanted.seed == state.seed,
          std::to_string(state.seed), kState);
  compare_parameters(command, wanted, state, kState);
}

void ModelOptions::change(const CLI::App& command, Session& loaded) const {
  constexpr Comparison kModel{"the model", "leave the flag out, or start a new model"};
  SessionOptions wanted = session;
  wanted.parameters.check();
  wanted.strategy = parse_strategy(strategy);
  compare_parameters(command, wanted, loaded.options(), kModel);
  const bool mode = is_given(command, "--mode");
  if (mode || is_given(command, "--learner")) loaded.set_learner(wanted.parameters.learner);
  if (mode || is_given(command, "--strategy")) loaded.set_strategy(wanted.strategy);
  if (full_labels) {
    loaded.set_budget({1, 1});
  } else if (is_given(command, "--budget")) {
    loaded.set_budget(Budget::parse(budget));
  }
}

}  // namespace mpart
