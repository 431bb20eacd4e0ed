#include "persist/backup.hpp"

#include <iostream>

#include "cli/commands.hpp"
#include "cli/report.hpp"

namespace mpart {

namespace {

class BackupCommand : public Command {
 public:
  explicit BackupCommand(CLI::App* app) : Command(app) {
    app->add_option("--state", from_, "folder of a server's state, which may be running")
        ->capture_default_str();
    app->add_option("FOLDER", to_, "folder for the copy; it must not exist yet")->required();
  }

  int run() override {
    const BackupResult copied = backup_state(from_, to_);
    std::cerr << to_ << ": snapshot " << copied.generation << " and all events up to "
              << grouped(copied.last_event) << "; mpart serve --state " << to_
              << " goes on from it\n";
    return kExitDone;
  }

 private:
  std::string from_ = "mpart-state";
  std::string to_;
};

}  // namespace

std::unique_ptr<Command> make_backup(CLI::App* app) { return std::make_unique<BackupCommand>(app); }

}  // namespace mpart
