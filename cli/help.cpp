#include <algorithm>
#include <filesystem>
#include <iostream>

#include "cli/command_tree.hpp"
#include "cli/commands.hpp"
#include "cli/completion.hpp"
#include "cli/help_topics.hpp"
#include "cli/man_page.hpp"
#include "mpart/error.hpp"
#include "util/atomic_file.hpp"
#include "util/similar_name.hpp"

namespace mpart {

namespace {

const CommandEntry* find_entry(std::span<const CommandEntry> table,
                               const std::vector<std::string>& path) {
  const auto found = std::ranges::find(table, path, &CommandEntry::path);
  return found == table.end() ? nullptr : &*found;
}

// Where the files are below share/ so that man and the shells find them.
void write_all(const std::string& folder, std::span<const CommandEntry> table) {
  const auto write = [&folder](const std::string& name, const std::string& text) {
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    std::filesystem::create_directories(path.parent_path());
    write_file_atomically(path.string(), text);
  };
  for (const CommandEntry& command : table) {
    write("man/man1/" + command.name("-") + ".1", man_page(command));
  }
  write("bash-completion/completions/mpart", completion("bash", table));
  write("zsh/site-functions/_mpart", completion("zsh", table));
  write("fish/vendor_completions.d/mpart.fish", completion("fish", table));
}

// App::help() would be about the command that was typed, which is help.
std::string page_of(const CLI::App& command, const std::string& name) {
  return command.get_formatter()->make_help(&command, name, CLI::AppFormatMode::Normal);
}

class HelpCommand : public Command {
 public:
  explicit HelpCommand(CLI::App* app) : Command(app), program_(app->get_parent()) {
    app->add_option("TOPIC", topic_, "a command, such as run or embed fit, or a topic");
    app->add_flag("--man", man_, "print the manual page of a command, for man -l -");
    app->add_option("--write", folder_,
                    "write all manual pages and completions into this folder, as below share/");
  }

  int run() override {
    const std::vector<CommandEntry> table = command_table(*program_);
    if (!folder_.empty()) {
      write_all(folder_, table);
      return kExitDone;
    }
    const CommandEntry* const command = find_entry(table, topic_);
    if (man_ && command != nullptr) {
      std::cout << man_page(*command);
    } else if (topic_.empty()) {
      std::cout << page_of(*program_, "mpart") << topics_text();
    } else if (command != nullptr) {
      const CLI::App* app = program_;
      for (const std::string& word : topic_) app = app->get_subcommand(word);
      std::cout << page_of(*app, command->name());
    } else {
      print_topic(table);
    }
    return kExitDone;
  }

 private:
  static std::string topics_text() {
    std::string text = "\nTopics of mpart help:\n";
    for (const HelpTopic& topic : help_topics()) {
      constexpr std::size_t kColumn = 32;
      text += "  " + std::string(topic.name) +
              std::string(kColumn - std::min(kColumn, topic.name.size()), ' ') +
              std::string(topic.title) + '\n';
    }
    return text;
  }

  void print_topic(std::span<const CommandEntry> table) const {
    const std::span<const HelpTopic> topics = help_topics();
    const std::string& name = topic_.front();
    const auto found = std::ranges::find(topics, std::string_view(name), &HelpTopic::name);
    if (topic_.size() == 1 && !man_ && found != topics.end()) {
      std::cout << topic_page(*found, *find_entry(table, {"run"}));
      return;
    }
    std::vector<std::string_view> names;
    for (const CommandEntry& command : table) {
      if (command.path.size() == 1) names.emplace_back(command.path.front());
    }
    if (!man_) {
      for (const HelpTopic& topic : topics) names.push_back(topic.name);
    }
    throw invalid_argument("no help about \"" + CLI::detail::join(topic_, " ") +
                           "\"; mpart help lists commands and topics" + did_you_mean(name, names));
  }

  const CLI::App* program_;
  std::vector<std::string> topic_;
  std::string folder_;
  bool man_ = false;
};

class CompletionCommand : public Command {
 public:
  explicit CompletionCommand(CLI::App* app) : Command(app), program_(app->get_parent()) {
    app->add_option("SHELL", shell_, "bash, zsh or fish")->required();
  }

  int run() override {
    std::cout << completion(shell_, command_table(*program_));
    return kExitDone;
  }

 private:
  const CLI::App* program_;
  std::string shell_;
};

}  // namespace

std::unique_ptr<Command> make_help(CLI::App* app) { return std::make_unique<HelpCommand>(app); }

std::unique_ptr<Command> make_completion(CLI::App* app) {
  return std::make_unique<CompletionCommand>(app);
}

}  // namespace mpart
