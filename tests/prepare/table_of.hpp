#pragma once

#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/columns.hpp"
#include "mpart/error.hpp"

namespace mpart::tests {

// Rows of text with one delimiter, without quotes.
inline std::vector<std::vector<std::string>> rows_of(const std::string& text,
                                                     char delimiter = ',') {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line + delimiter);
    std::vector<std::string>& row = rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, delimiter);) row.push_back(cell);
  }
  return rows;
}

// The columns of a table, with its header if it has one.
inline Columns columns_of(const std::string& text, const ColumnChoices& choices = {},
                          char delimiter = ',') {
  std::vector<std::vector<std::string>> rows = rows_of(text, delimiter);
  std::vector<std::string> names;
  if (Columns::is_header(rows, choices)) {
    names = rows.front();
    rows.erase(rows.begin());
  }
  return Columns::infer(names, rows, choices);
}

inline std::vector<double> encoded(const Columns& columns,
                                   const std::vector<std::string_view>& cells) {
  std::vector<double> values;
  columns.encode(cells, values);
  return values;
}

// The message of the Error that `action` throws; "" if it throws none.
inline std::string problem_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace mpart::tests
