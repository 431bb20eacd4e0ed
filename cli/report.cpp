#include "cli/report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "wire/number_text.hpp"

namespace mpart {

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, 1, ',');
  return digits;
}

std::string fixed(double number, int digits) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.*f", digits, number);
  return text;
}

std::string percent(double share) { return fixed(100 * share, 1) + " %"; }

std::string duration(double seconds) {
  if (seconds < 1) return fixed(seconds, 3) + " s";
  if (seconds < 60) return fixed(seconds, 1) + " s";
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return grouped(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string shortest(double number) {
  std::string text;
  if (!std::isnan(number)) wire::append_number(text, number);
  return text;
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string budget_text(const Budget& budget) {
  return budget == Budget::none() ? "used up" : budget.text();
}

std::string joined(std::span<const std::string> texts) {
  std::string all;
  for (const std::string& text : texts) all.append(all.empty() ? "" : ", ").append(text);
  return all;
}

std::string Table::text() const {
  std::size_t width = 0;
  for (const auto& [name, value] : rows_) width = std::max(width, name.size());
  std::string text;
  for (const auto& [name, value] : rows_) {
    text.append(2, ' ').append(name).append(width - name.size() + 3, ' ').append(value) += '\n';
  }
  return text;
}

}  // namespace mpart
