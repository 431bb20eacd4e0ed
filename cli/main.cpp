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

namespace {

// One line on standard error, whatever the message holds.
int fail(std::string message, int code) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  std::cerr << "mpart: " << message << '\n';
  return code;
}

int run(int argc, char** argv) {
  CLI::App app("Learns a classifier from a stream and asks for as few labels as it can.", "mpart");
  app.set_version_flag("--version", "mpart " MPART_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  std::vector<std::unique_ptr<mpart::Command>> commands;
  commands.push_back(mpart::make_run(app));
  commands.push_back(mpart::make_predict(app));
  commands.push_back(mpart::make_inspect(app));
  commands.push_back(mpart::make_merge(app));
  CLI::App* embed =
      app.add_subcommand("embed", "networks that turn pictures and features into a few values");
  embed->require_subcommand(1);
  commands.push_back(mpart::make_embed_fit(*embed));
  commands.push_back(mpart::make_embed_apply(*embed));
  commands.push_back(mpart::make_embed_score(*embed));
  CLI::App* plot = app.add_subcommand("plot", "draw a learning curve or the topology");
  plot->require_subcommand(1);
  commands.push_back(mpart::make_plot_curve(*plot));
  commands.push_back(mpart::make_plot_topology(*plot));
  CLI::App* data =
      app.add_subcommand("data", "the datasets of the paper: where they are, how to get them");
  commands.push_back(mpart::make_data(data));
  commands.push_back(mpart::make_data_convert(data));
  commands.push_back(mpart::make_reproduce(app));
#ifdef MPART_HAS_SERVE
  commands.push_back(mpart::make_serve(app));
#endif
#ifdef MPART_HAS_KAFKA
  commands.push_back(mpart::make_worker(app));
#endif
  const auto known = app.get_subcommands([](const CLI::App*) { return true; });
  const bool unknown = argc > 1 && argv[1][0] != '-' &&
                       std::none_of(known.begin(), known.end(), [argv](const CLI::App* command) {
                         return command->get_name() == argv[1];
                       });
  if (unknown) {
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
  if (!std::cout) return fail("standard output: cannot write", mpart::kExitBadUse);
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is a write error like any other
  try {
    return run(argc, argv);
  } catch (const mpart::Error& error) {
    const bool failed = error.kind() == mpart::ErrorKind::kFailed;
    return fail(error.what(), failed ? mpart::kExitFailed : mpart::kExitBadUse);
  } catch (const std::bad_alloc&) {
    return fail("out of memory", mpart::kExitFailed);
  } catch (const std::exception& error) {
    return fail(error.what(), mpart::kExitFailed);
  }
}
