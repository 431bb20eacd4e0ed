#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "util/non_copyable.hpp"

namespace mpart {

// Headings of the options that commands share.
inline constexpr const char* kDataGroup = "Data";
inline constexpr const char* kNetworkGroup = "Networks and pictures";
inline constexpr const char* kLearningGroup = "Learning";
inline constexpr const char* kPaperGroup = "Parameters of the paper";
inline constexpr const char* kPeopleGroup = "People";
inline constexpr const char* kOutputGroup = "Output";

inline constexpr int kExitDone = 0;
inline constexpr int kExitBadUse = 2;
inline constexpr int kExitFailed = 3;
inline constexpr int kExitInterrupted = 130;  // as a shell says it of a program that Ctrl-C ended

// A subcommand: its words are added to the command line when it is made.
class Command : private NonCopyable {
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

// Options that are added to the command from now on stand under this heading.
inline void begin_group(CLI::App& command, const char* group) {
  command.option_defaults()->group(group);
}

// For options that take a whole number of at least `least`.
CLI::Validator whole_number(std::uint64_t least);

// Adds an option that takes such a number and shows its default.
template <typename Number>
CLI::Option* add_count(CLI::App& app, const std::string& name, Number& number,
                       const std::string& help, std::uint64_t least) {
  return app.add_option(name, number, help)->capture_default_str()->check(whole_number(least));
}

// From now on the first Ctrl-C (or SIGTERM, or SIGHUP of a terminal that closes) asks the program
// to finish: interrupted() turns true and a read that waits gives up. The second Ctrl-C kills, as
// it always did. Calling it again changes nothing.
void catch_interrupts();
bool interrupted();

std::unique_ptr<Command> make_run(CLI::App* app);
std::unique_ptr<Command> make_teach(CLI::App* app);
std::unique_ptr<Command> make_predict(CLI::App* app);
std::unique_ptr<Command> make_help(CLI::App* app);
std::unique_ptr<Command> make_completion(CLI::App* app);
std::unique_ptr<Command> make_inspect(CLI::App* app);
std::unique_ptr<Command> make_merge(CLI::App* app);
std::unique_ptr<Command> make_embed_fit(CLI::App* app);
std::unique_ptr<Command> make_embed_apply(CLI::App* app);
std::unique_ptr<Command> make_embed_score(CLI::App* app);
std::unique_ptr<Command> make_backbone_list(CLI::App* app);
std::unique_ptr<Command> make_backbone_install(CLI::App* app);
std::unique_ptr<Command> make_data(CLI::App* app);
std::unique_ptr<Command> make_data_convert(CLI::App* app);
std::unique_ptr<Command> make_reproduce(CLI::App* app);
std::unique_ptr<Command> make_serve(CLI::App* app);   // only with MPART_SERVE
std::unique_ptr<Command> make_backup(CLI::App* app);  // only with MPART_SERVE
std::unique_ptr<Command> make_worker(CLI::App* app);  // only with MPART_KAFKA
std::unique_ptr<Command> make_plot_curve(CLI::App* app);
std::unique_ptr<Command> make_plot_topology(CLI::App* app);

}  // namespace mpart
