#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>

namespace mpart {

inline constexpr int kExitDone = 0;
inline constexpr int kExitBadUse = 2;
inline constexpr int kExitFailed = 3;
inline constexpr int kExitInterrupted = 130;  // as a shell says it of a program that Ctrl-C ended

// A subcommand: its words are added to the command line when it is made.
class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}
  virtual ~Command() = default;
  bool chosen() const { return app_->parsed() && app_->get_subcommands().empty(); }
  virtual int run() = 0;  // returns the exit code

 protected:
  const CLI::App& app() const { return *app_; }

 private:
  CLI::App* app_;
};

// For options that take a whole number of at least `least`.
CLI::Validator whole_number(std::uint64_t least);

std::unique_ptr<Command> make_run(CLI::App& app);
std::unique_ptr<Command> make_predict(CLI::App& app);
std::unique_ptr<Command> make_inspect(CLI::App& app);
std::unique_ptr<Command> make_merge(CLI::App& app);
std::unique_ptr<Command> make_embed_fit(CLI::App& embed);
std::unique_ptr<Command> make_embed_apply(CLI::App& embed);
std::unique_ptr<Command> make_embed_score(CLI::App& embed);
std::unique_ptr<Command> make_data(CLI::App* data);
std::unique_ptr<Command> make_data_convert(CLI::App* data);
std::unique_ptr<Command> make_reproduce(CLI::App& app);
std::unique_ptr<Command> make_serve(CLI::App& app);   // only with MPART_SERVE
std::unique_ptr<Command> make_worker(CLI::App& app);  // only with MPART_KAFKA
std::unique_ptr<Command> make_plot_curve(CLI::App& plot);
std::unique_ptr<Command> make_plot_topology(CLI::App& plot);

}  // namespace mpart
