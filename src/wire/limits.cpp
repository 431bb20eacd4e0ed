#include "wire/limits.hpp"

#include "mpart/error.hpp"
#include "util/sanitize_text.hpp"

namespace mpart::wire {

namespace {

std::string problem_of_text(std::string_view text, std::size_t longest) {
  if (text.size() > longest) {
    return "at most " + std::to_string(longest) + " bytes expected, " +
           std::to_string(text.size()) + " found";
  }
  return has_control_characters(text) ? "has a control character" : "";
}

void require_no_problem(const char* key, const std::string& problem) {
  if (problem.empty()) return;
  throw invalid_data('"' + std::string(key) + "\": " + problem);
}

}  // namespace

std::string problem_of_label(std::string_view label) {
  return label.empty() ? "is empty" : problem_of_text(label, kLongestLabel);
}

std::string problem_of_id(std::string_view id) { return problem_of_text(id, kLongestId); }

void check_label(std::string_view label) { require_no_problem("label", problem_of_label(label)); }

void check_id(std::string_view id) { require_no_problem("id", problem_of_id(id)); }

}  // namespace mpart::wire
