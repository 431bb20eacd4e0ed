#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>

#include "wire/record_cells.hpp"
#include "wire/sample_json.hpp"

namespace mpart::wire {

// Throws Error(kInvalidData): "WHERE EXPECTED expected, a boolean found ADVICE".
[[noreturn]] void wrong_type(const std::string& where, const char* expected,
                             const simdjson::dom::element& found, const std::string& advice = {});
[[noreturn]] void refuse_sample(const std::string& what);
[[noreturn]] void refuse_key(std::string_view key);  // it means nothing

// A key as messages show it.
std::string quote_key(std::string_view key);

// "values" and its older spellings.
bool is_values_key(std::string_view key);

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
  bool was_column(std::string_view key) const;
  bool is_label(std::string_view key) const;
  void require_row(std::string_view key, std::size_t found);
  void check_label(std::string_view key) const;
  void refuse_unknown(std::string_view key) const;  // if it means nothing here
  [[noreturn]] void refuse_name(std::string_view key) const;
  std::string expected() const;
  std::string instead() const;  // the same behind a message; nothing where numbers are expected

  const SampleRules& rules_;
  RecordCells& cells_;
  Sample& sample_;
  Show* show_;
  std::string_view values_key_;  // which spelling was found
  bool is_record_ = false;       // the object itself may have the columns
  bool has_cells_ = false;       // and has them
  bool needs_text_ = false;      // beside an array
  bool has_id_ = false, has_label_ = false, has_show_ = false, has_text_ = false;
};

}  // namespace mpart::wire
