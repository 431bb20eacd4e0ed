#include <charconv>

#include "cli/commands.hpp"

namespace mpart {

CLI::Validator whole_number(std::uint64_t least) {
  const auto check = [least](std::string& text) -> std::string {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, problem] = std::from_chars(text.data(), end, number);
    if (problem == std::errc() && rest == end && number >= least) return "";
    return "must be a whole number of at least " + std::to_string(least) + ", not " + text;
  };
  return {check, "", "whole_number"};
}

}  // namespace mpart
