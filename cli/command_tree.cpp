#include "cli/command_tree.hpp"

#include <algorithm>

#include "mpart/learner.hpp"

namespace mpart {

namespace {

std::vector<std::string> known_values(const std::string& flag) {
  if (flag == "--strategy") return {"explorer", "memory", "random", "representative", "cover"};
  if (flag == "--mode") return {"faithful", "plus"};
  if (flag == "--oracle") return {"column", "terminal", "command:", "files:"};
  if (flag != "--learner") return {};
  const auto names = learner_names();
  return {names.begin(), names.end()};
}

FlagEntry flag_entry(const CLI::Option& option) {
  FlagEntry entry;
  entry.name = option.get_name();
  entry.help = option.get_description();
  entry.group = option.get_group();
  entry.positional = option.get_positional();
  entry.takes_value = option.get_items_expected_max() > 0;
  entry.required = option.get_required();
  if (entry.takes_value) entry.standard = option.get_default_str();
  entry.values = known_values(entry.name);
  // --help is listed as "-h,--help".
  if (const auto& names = option.get_lnames(); !names.empty()) entry.name = "--" + names.front();
  return entry;
}

void add_commands_below(const CLI::App& command, std::vector<std::string> path,
                        std::vector<CommandEntry>& table) {
  CommandEntry entry{
      .path = path, .help = command.get_description(), .flags = {}, .subcommands = {}};
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_group().empty()) entry.flags.push_back(flag_entry(*option));
  }
  const auto below = command.get_subcommands([](const CLI::App*) { return true; });
  for (const CLI::App* sub : below) entry.subcommands.push_back(sub->get_name());
  table.push_back(std::move(entry));
  for (const CLI::App* sub : below) {
    path.push_back(sub->get_name());
    add_commands_below(*sub, path, table);
    path.pop_back();
  }
}

}  // namespace

std::string CommandEntry::name(std::string_view between) const {
  std::string text = "mpart";
  for (const std::string& word : path) text.append(between).append(word);
  return text;
}

std::vector<std::string> CommandEntry::groups() const {
  std::vector<std::string> found;
  for (const FlagEntry& flag : flags) {
    if (!flag.positional && std::ranges::find(found, flag.group) == found.end()) {
      found.push_back(flag.group);
    }
  }
  return found;
}

std::vector<CommandEntry> command_table(const CLI::App& program) {
  std::vector<CommandEntry> table;
  add_commands_below(program, {}, table);
  return table;
}

std::vector<std::string_view> flag_names(const CommandEntry& command) {
  std::vector<std::string_view> names;
  for (const FlagEntry& flag : command.flags) {
    if (!flag.positional) names.emplace_back(flag.name);
  }
  return names;
}

}  // namespace mpart
