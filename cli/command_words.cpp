#include "cli/command_words.hpp"

#include <string_view>

namespace mpart {

namespace {

std::string shell_word(const std::string& text) {
  const bool plain = text.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                         "0123456789_-+=./:,@%") == std::string::npos;
  if (plain && !text.empty()) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// An option that takes a list separated by commas is given once, others once for each value.
void add_words(const CLI::Option& option, std::vector<std::string>& words) {
  const std::string name = option.get_name();
  if (option.get_items_expected_max() == 0) return words.push_back(name);
  const char delimiter = option.get_delimiter();
  std::string list;
  for (const std::string& value : option.results()) {
    if (delimiter == '\0') {
      if (!option.get_positional()) words.push_back(name);
      words.push_back(value);
    } else {
      if (!list.empty()) list += delimiter;
      list += value;
    }
  }
  if (delimiter != '\0') words.insert(words.end(), {name, list});
}

}  // namespace

std::vector<std::string> words_of(const CLI::App& command,
                                  const std::function<bool(const CLI::Option&)>& wanted) {
  std::vector<std::string> words;
  for (const bool positional : {true, false}) {
    for (const CLI::Option* option : command.get_options()) {
      if (option->count() == 0 || option->get_positional() != positional) continue;
      if (wanted(*option)) add_words(*option, words);
    }
  }
  return words;
}

std::string shell_line(std::span<const std::string> words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

}  // namespace mpart
