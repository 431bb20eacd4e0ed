#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mpart/columns.hpp"
#include "wire/sample_json.hpp"

namespace mpart::wire {

// Throws Error(kInvalidData): "WHERE EXPECTED expected, a boolean found".
[[noreturn]] void wrong_type(const std::string& where, const char* expected,
                             const simdjson::dom::element& found);
[[noreturn]] void refuse_sample(const std::string& what);
[[noreturn]] void refuse_key(std::string_view key);  // it means nothing

// A key as messages show it.
std::string quote_key(std::string_view key);

// "values" and its older spellings.
bool is_values_key(std::string_view key);

// Writes a string, a number or a boolean as text; null is an empty one. False for an array or an
// object.
bool write_text(const simdjson::dom::element& value, std::string& out);

// Cells of a record, by the columns of a table. Keeps its memory.
class RecordCells {
 public:
  // Null: none. REQUIRES: they live until the next call.
  void set_columns(const Columns* columns);
  const Columns* columns() const { return columns_; }
  bool has(std::string_view key) const { return places_.contains(std::string(key)); }

  void clear();
  // False if no column has this name. Throws Error(kInvalidData) if it was there before, or if it
  // is an array or an object.
  bool add(std::string_view key, const simdjson::dom::element& value);
  // Throws Error(kInvalidData) if a column that is needed has not come, or if a cell cannot be
  // read.
  void encode(Sample& sample);

 private:
  const Columns* columns_ = nullptr;
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<std::string> cells_;
  std::vector<std::string_view> views_;
  std::vector<char> seen_;
  std::size_t expected_ = 0;  // records tend to have the order of the columns
};

// Takes one object apart. Every key that means something may be there once.
class ObjectReader {
 public:
  // `show` may be null: not wanted.
  ObjectReader(const SampleRules& rules, RecordCells& cells, Sample& sample, Show* show);

  // Throws Error(kInvalidData). `pictures`: one that is shown may stand for values.
  void read(const simdjson::dom::element& element, bool pictures);

 private:
  void read_field(std::string_view key, const simdjson::dom::element& value);
  void read_label(std::string_view key, const simdjson::dom::element& value);
  void read_id(std::string_view key, const simdjson::dom::element& value);
  void read_text(std::string_view key, const simdjson::dom::element& value);
  void read_values(std::string_view key, const simdjson::dom::element& value);
  void read_array(std::string_view key, const simdjson::dom::element& value);
  void read_record(const simdjson::dom::object& record);

  const SampleRules& rules_;
  RecordCells& cells_;
  Sample& sample_;
  Show* show_;
  std::string_view values_key_;  // which spelling was found
  bool is_record_ = false;       // the object itself has the columns
  bool has_id_ = false, has_label_ = false, has_show_ = false, has_text_ = false;
};

}  // namespace mpart::wire
