#include "prepare/onnx_message.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace mpart::embed {
namespace {

std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
  const std::size_t begin = text.find(before);
  if (begin == std::string_view::npos) return {};
  text.remove_prefix(begin + before.size());
  return text.substr(0, std::min(text.find(after), text.size()));
}

// What follows a pair of brackets that `text` has first.
std::string_view behind_brackets(std::string_view text, char open, char close) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == open) ++depth;
    if (text[i] == close && --depth == 0) return text.substr(i + 1);
  }
  return text;
}

// Without "file.cc:360 function ", or "/path/file.cc:360 type function(types) [with types] ".
std::string_view without_location(std::string_view text) {
  const std::string_view file = text.substr(0, text.find(' '));
  const std::size_t line = file.rfind(':');
  const bool is_location = line != std::string_view::npos && line + 1 < file.size() &&
                           file.substr(0, line).find('.') != std::string_view::npos &&
                           std::isdigit(static_cast<unsigned char>(file[line + 1])) != 0;
  if (!is_location || file.size() == text.size()) return text;
  std::string_view rest = text.substr(file.size() + 1);
  if (text.front() == '/') {
    rest = behind_brackets(rest, '(', ')');
    if (rest.starts_with(" const")) rest.remove_prefix(6);
    if (rest.starts_with(" [")) rest = behind_brackets(rest, '[', ']');
  } else {
    rest.remove_prefix(std::min(rest.find(' '), rest.size()));
  }
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return rest.empty() ? text : rest;
}

std::string in_plain_words(std::string_view text) {
  if (text.find("Available memory of ") != std::string_view::npos) {
    return "more memory is needed than a network may have";
  }
  if (text.find("terminate flag") != std::string_view::npos) {
    return "it takes too long; a loop may have no end";
  }
  return std::string(without_location(text));
}

}  // namespace

std::string explain_onnx_error(std::string_view message, const std::string& version) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kUnknown = {
      {{"No Op registered for ", " "}, {"Could not find an implementation for ", "("}}};
  for (const auto& [before, after] : kUnknown) {
    const std::string_view type = between(message, before, after);
    if (type.empty()) continue;
    return "operator " + std::string(type) + " is not supported by ONNX Runtime " + version;
  }
  const std::string_view type = between(message, "while running ", " node");
  const std::string_view why = between(message, "Status Message: ", "\n");
  if (!type.empty() && !why.empty()) {
    return "operator " + std::string(type) + " fails: " + in_plain_words(why);
  }
  constexpr std::string_view kStart = "Exception during initialization: ";
  if (message.starts_with(kStart)) message.remove_prefix(kStart.size());
  return "ONNX Runtime " + version + " cannot run it: " + in_plain_words(message);
}

}  // namespace mpart::embed
