#include "cli/model_options.hpp"

#include <algorithm>
#include <array>

#include "cli/commands.hpp"

namespace mpart {

namespace {

constexpr std::array kFlags = {"--mode",       "--learner",     "--budget",   "--strategy",
                               "--alpha",      "--beta",        "--rho",      "--delta",
                               "--tau",        "--ke",          "--kd",       "--layers",
                               "--no-density", "--full-labels", "--max-nodes"};

std::string learner_help() {
  std::string text;
  for (const std::string_view name : learner_names()) {
    text += (text.empty() ? "" : ", ");
    text += name;
  }
  return text + "; options follow, as in knn,k=3";
}

}  // namespace

void ModelOptions::add_to(CLI::App& command) {
  Parameters& parameters = session.parameters;
  // First, because options take effect in this order: others may change what a mode sets.
  command.add_option_function<std::string>(
      "--mode", [this](const std::string& mode) { set(mode); },
      "faithful, as in the paper (default), or plus: fewer labels, by learner plus and strategy "
      "cover");
  command.add_option("--learner", parameters.learner, learner_help())->capture_default_str();
  command.add_option("--budget", budget, "questions per samples, B/W")->capture_default_str();
  command.add_option("--strategy", strategy, "explorer, memory, random, representative or cover")
      ->capture_default_str();
  command.add_flag("--full-labels", full_labels, "ask about every sample: full supervision");
  command.add_flag("--no-density", no_density, "score by uncertainty alone, without density");
  const auto number = [&command](const char* flag, auto& value, const char* text) {
    return command.add_option(flag, value, text)->capture_default_str();
  };
  number("--alpha", parameters.alpha, "choice parameter, > 0");
  number("--beta", parameters.beta, "learning rate of node weights, (0,1]");
  number("--rho", parameters.rho, "vigilance, [0,1]: higher makes more, smaller nodes");
  number("--delta", parameters.delta, "propagation rate, [0,1]");
  number("--tau", parameters.tau, "weight of few labels against mixed classes, [0,1]");
  number("--ke", parameters.ke, "sensitivity to the number of labels, > 0");
  number("--kd", parameters.kd, "sensitivity to density, > 0");
  number("--layers", parameters.layers, "layers of message passing, 0 for none")
      ->check(whole_number(0));
  number("--max-nodes", parameters.max_nodes, "most nodes to keep, 0 for no limit")
      ->check(whole_number(0));
  number("--seed", session.seed, "seed of everything that is drawn")->check(whole_number(0));
}

void ModelOptions::set(const std::string& mode) {
  set_mode(mode, session);
  strategy = name_of(session.strategy);
}

bool ModelOptions::given(const CLI::App& command) {
  return std::any_of(kFlags.begin(), kFlags.end(),
                     [&command](const char* flag) { return command.count(flag) > 0; });
}

SessionOptions ModelOptions::checked() const {
  SessionOptions options = session;
  options.parameters.density_weighting = !no_density;
  options.parameters.check();
  options.strategy = parse_strategy(strategy);
  options.budget = full_labels ? Budget{1, 1} : Budget::parse(budget);
  return options;
}

}  // namespace mpart
