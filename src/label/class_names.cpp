#include "label/class_names.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "util/sanitize_text.hpp"
#include "util/text.hpp"
#include "wire/limits.hpp"

namespace mpart {

namespace {

using Kind = NameMatch::Kind;

std::optional<std::size_t> whole_number(std::string_view text) {
  std::size_t value = 0;
  return parse_whole(text, value) ? std::optional(value) : std::nullopt;
}

bool is_number(const std::string& name) { return whole_number(name).has_value(); }

char lower(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

bool starts_alike(std::string_view name, std::string_view typed) {
  return name.size() >= typed.size() &&
         std::equal(typed.begin(), typed.end(), name.begin(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

bool is_known(std::string_view name, const std::vector<std::string>& classes) {
  return std::find(classes.begin(), classes.end(), name) != classes.end();
}

NameMatch numbered(std::size_t number, const std::vector<std::string>& classes) {
  if (classes.size() > kNumberedClasses) {
    return {Kind::kUnusable, "the classes are not numbered, there are too many", {}};
  }
  if (number == 0 || number > classes.size()) {
    return {Kind::kUnusable,
            "no #" + std::to_string(number) + ", known classes: " + std::to_string(classes.size()),
            {}};
  }
  return {Kind::kSure, classes[number - 1], {}};
}

bool is_position(std::string_view typed, const std::vector<std::string>& classes) {
  const std::optional<std::size_t> number = whole_number(typed);
  return number && *number >= 1 && *number <= classes.size() &&
         classes.size() <= kNumberedClasses &&
         std::none_of(classes.begin(), classes.end(), is_number);
}

NameMatch similar(std::string_view typed, const std::vector<std::string>& classes) {
  std::vector<std::string> same;
  std::vector<std::string> longer;
  for (const std::string& name : classes) {
    if (starts_alike(name, typed)) (name.size() == typed.size() ? same : longer).push_back(name);
  }
  std::vector<std::string>& found = same.empty() ? longer : same;
  if (found.empty()) return {Kind::kNew, std::string(typed), {}};
  if (found.size() > 1) return {Kind::kSeveral, std::string(typed), std::move(found)};
  return {Kind::kPerhaps, std::move(found.front()), {}};
}

}  // namespace

NameMatch match_name(std::string_view typed, const std::vector<std::string>& classes) {
  typed = without_outer_spaces(typed);
  const bool plain = typed.starts_with('+');
  if (plain) typed = without_outer_spaces(typed.substr(1));
  if (typed.empty()) return {Kind::kUnusable, "a class name is missing", {}};
  if (is_known(typed, classes)) return {Kind::kSure, std::string(typed), {}};
  if (const std::string problem = wire::problem_of_label(typed); !problem.empty()) {
    return {Kind::kUnusable, "not a class name: " + problem, {}};
  }
  if (plain) return {Kind::kSure, std::string(typed), {}};
  if (typed.starts_with('#')) {
    const std::optional<std::size_t> number = whole_number(typed.substr(1));
    if (number) return numbered(*number, classes);
  }
  if (is_position(typed, classes)) return numbered(*whole_number(typed), classes);
  return similar(typed, classes);
}

}  // namespace mpart
