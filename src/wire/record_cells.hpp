#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mpart/columns.hpp"
#include "wire/sample_json.hpp"

namespace mpart::wire {

// Writes a string, a number or a boolean as text; null is an empty one. False for an array or an
// object.
bool write_text(const simdjson::dom::element& value, std::string& out);

// What a model expects of a sample, for messages: "values of alcohol, colour (category), ...".
// `columns` may be null.
std::string expected_text(const Columns* columns, bool texts);

// Cells of a record, by the columns of a table. Keeps its memory.
class RecordCells {
 public:
  // Null: none. REQUIRES: they live until the next call.
  void set_columns(const Columns* columns);
  const Columns* columns() const { return columns_; }
  bool has(std::string_view key) const { return places_.contains(std::string(key)); }

  // The columns for which an array has an element: all that become values.
  const std::vector<std::size_t>& array_columns() const { return array_columns_; }
  bool are_numbers() const { return are_numbers_; }  // these columns

  void clear();
  // False if no column has this name. Throws Error(kInvalidData) if it was there before, or if it
  // is an array or an object.
  bool add(std::string_view key, const simdjson::dom::element& value);
  // The element of an array at this position of array_columns().
  void add_element(std::size_t position, const simdjson::dom::element& value);
  bool has_seen(std::size_t column) const { return seen_[column] != 0; }

  // Throws Error(kInvalidData) if a column that is needed has not come.
  void require_all() const;
  // Throws Error(kInvalidData) if a cell cannot be read. REQUIRES: what has not come may be
  // missing.
  void encode(Sample& sample);
  // Appends the cells that become values or text, as they came, with the names of their columns.
  void append_shown(std::vector<ShownValue>& out) const;

 private:
  bool write_cell(std::size_t column, const simdjson::dom::element& value);

  const Columns* columns_ = nullptr;
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<std::size_t> array_columns_;
  bool are_numbers_ = true;
  std::vector<std::string> cells_;
  std::vector<std::string_view> views_;
  std::vector<char> seen_;
  std::size_t expected_ = 0;  // records tend to have the order of the columns
};

}  // namespace mpart::wire
