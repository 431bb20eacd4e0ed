#include "wire/sample_object.hpp"

#include <limits>
#include <utility>

#include "mpart/error.hpp"
#include "util/sanitize_text.hpp"
#include "wire/limits.hpp"
#include "wire/number_text.hpp"

namespace mpart::wire {

namespace dom = simdjson::dom;

namespace {

constexpr std::size_t kShownText = 40;

const char* title_of(dom::element_type type) {
  switch (type) {
    case dom::element_type::NULL_VALUE:
      return "null";
    case dom::element_type::BOOL:
      return "a boolean";
    case dom::element_type::INT64:
    case dom::element_type::UINT64:
    case dom::element_type::DOUBLE:
      return "a number";
    case dom::element_type::STRING:
      return "a string";
    case dom::element_type::ARRAY:
      return "an array";
    case dom::element_type::OBJECT:
      break;
  }
  return "an object";
}

std::string show_text(const dom::object& show, std::string_view key, std::size_t longest) {
  dom::element value;
  if (show[key].get(value) != simdjson::SUCCESS || value.is_null()) return {};
  std::string_view text;
  if (value.get(text) != simdjson::SUCCESS) wrong_type(quote_key(key) + ": ", "a string", value);
  if (text.size() > longest) {
    refuse_sample(quote_key(key) + ": at most " + std::to_string(longest) + " bytes expected, " +
                  std::to_string(text.size()) + " found");
  }
  return std::string(text);
}

Show read_show(const dom::element& value, bool refuse_unknown) {
  if (value.is_null()) return {};
  dom::object object;
  if (value.get(object) != simdjson::SUCCESS) wrong_type("\"show\": ", "an object", value);
  for (const dom::key_value_pair field : object) {
    const bool known = field.key == "picture" || field.key == "text" || field.key == "link";
    if (refuse_unknown && !known) refuse_key(field.key);
  }
  Show show{show_text(object, "picture", kLongestPicture), show_text(object, "text", kLongestText),
            show_text(object, "link", kLongestLink)};
  if (!show.picture.empty() && !show.picture.starts_with("data:image/")) {
    refuse_sample("\"picture\": a data:image/ URL expected");
  }
  if (!show.link.empty() && !show.link.starts_with("https://") &&
      !show.link.starts_with("http://")) {
    refuse_sample("\"link\": http:// or https:// expected");
  }
  return show;
}

void once(bool& seen, std::string_view key) {
  if (seen) refuse_sample(quote_key(key) + " found twice");
  seen = true;
}

bool is_needed(const Column& column) {
  return column.kind != ColumnKind::kSetAside && column.kind != ColumnKind::kId &&
         column.kind != ColumnKind::kLabel && !column.optional;
}

// Whether the object has its values under a key of their own.
bool has_values(const dom::object& object) {
  for (const dom::key_value_pair field : object) {
    if (is_values_key(field.key) && (field.value.is_array() || field.value.is_object())) {
      return true;
    }
  }
  return false;
}

}  // namespace

void refuse_sample(const std::string& what) { throw invalid_data(what); }

void refuse_key(std::string_view key) { refuse_sample(quote_key(key) + ": no such field"); }

std::string quote_key(std::string_view key) { return '"' + sanitize_text(key, kShownText) + '"'; }

void wrong_type(const std::string& where, const char* expected, const dom::element& found) {
  refuse_sample(where + expected + " expected, " + title_of(found.type()) + " found");
}

bool is_values_key(std::string_view key) {
  return key == "values" || key == "features" || key == "x";
}

bool write_text(const dom::element& value, std::string& out) {
  switch (value.type()) {
    case dom::element_type::STRING:
      out = std::string_view(value);
      return true;
    case dom::element_type::INT64:
      write_integer(std::int64_t(value), out);
      return true;
    case dom::element_type::UINT64:
      write_integer(std::uint64_t(value), out);
      return true;
    case dom::element_type::DOUBLE:
      write_number(double(value), out);
      return true;
    case dom::element_type::BOOL:
      out = bool(value) ? "true" : "false";
      return true;
    case dom::element_type::NULL_VALUE:
      out.clear();
      return true;
    default:
      return false;
  }
}

void RecordCells::set_columns(const Columns* columns) {
  columns_ = columns;
  places_.clear();
  if (columns == nullptr) return;
  const std::vector<Column>& all = columns->all();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].name.empty()) places_.try_emplace(all[i].name, i);
  }
  cells_.resize(all.size());
}

void RecordCells::clear() {
  seen_.assign(columns_->all().size(), 0);
  for (std::string& cell : cells_) cell.clear();
  expected_ = 0;
}

bool RecordCells::add(std::string_view key, const dom::element& value) {
  const std::vector<Column>& all = columns_->all();
  std::size_t place = expected_;
  if (place >= all.size() || all[place].name != key) {
    const auto found = places_.find(std::string(key));
    if (found == places_.end()) return false;
    place = found->second;
  }
  expected_ = place + 1;
  if (seen_[place] != 0) refuse_sample(quote_key(key) + " found twice");
  seen_[place] = 1;
  if (!write_text(value, cells_[place]) && all[place].kind != ColumnKind::kSetAside) {
    wrong_type(quote_key(key) + ": ", "a string, a number, a boolean or null", value);
  }
  return true;
}

void RecordCells::encode(Sample& sample) {
  const std::vector<Column>& all = columns_->all();
  views_.clear();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (seen_[i] == 0 && is_needed(all[i])) {
      refuse_sample("no " + quote_key(all[i].name) + "; null is expected for a missing value");
    }
    views_.emplace_back(cells_[i]);
  }
  columns_->encode(views_, sample);
}

ObjectReader::ObjectReader(const SampleRules& rules, RecordCells& cells, Sample& sample, Show* show)
    : rules_(rules), cells_(cells), sample_(sample), show_(show) {
  sample.id.clear();
  sample.label.clear();
  sample.text.clear();
  sample.values.clear();
}

void ObjectReader::read(const dom::element& element, bool pictures) {
  dom::object object;
  if (element.get(object) != simdjson::SUCCESS) wrong_type("", "an object", element);
  const Columns* const columns = cells_.columns();
  is_record_ = columns != nullptr && columns->named() && !has_values(object);
  const bool is_text = is_record_ && columns->width() == 0 && !cells_.has("text") &&
                       object["text"].error() == simdjson::SUCCESS;
  if (is_record_ && !is_text) read_record(object);
  for (const dom::key_value_pair field : object) {
    if (is_values_key(field.key) && !is_record_) read_values(field.key, field.value);
  }
  for (const dom::key_value_pair field : object) read_field(field.key, field.value);
  const bool has_picture = show_ != nullptr && !show_->picture.empty();
  const bool may_lack = is_record_ || (pictures && has_picture) || (rules_.texts && has_text_);
  if (values_key_.empty() && !may_lack) refuse_sample("no \"values\"");
  if (rules_.labelled && rules_.label_required && !has_label_) {
    refuse_sample("no " + quote_key(rules_.label_key) + "; null is expected for a missing label");
  }
}

void ObjectReader::read_field(std::string_view key, const dom::element& value) {
  if (key == rules_.label_key) {
    if (rules_.labelled) read_label(key, value);
    return;
  }
  if (is_values_key(key) && !is_record_) return;  // read before
  if (key == "id") {
    read_id(key, value);
  } else if (key == "show" && show_ != nullptr) {
    once(has_show_, key);
    *show_ = read_show(value, rules_.refuse_unknown);
  } else if (is_record_ && cells_.has(key)) {
    return;  // a column
  } else if (key == "text") {
    read_text(key, value);
  } else if (rules_.refuse_unknown) {
    refuse_key(key);
  }
}

void ObjectReader::read_label(std::string_view key, const dom::element& value) {
  once(has_label_, key);
  if (!write_text(value, sample_.label)) {
    wrong_type(quote_key(key) + ": ", "a string, a number, a boolean or null", value);
  }
  if (sample_.label.empty()) return;
  const std::string problem = problem_of_label(sample_.label);
  if (!problem.empty()) refuse_sample(quote_key(key) + ": " + problem);
}

void ObjectReader::read_id(std::string_view key, const dom::element& value) {
  once(has_id_, key);
  if (value.is_bool() || !write_text(value, sample_.id)) {
    wrong_type("\"id\": ", "a string or a number", value);
  }
  check_id(sample_.id);
}

void ObjectReader::read_text(std::string_view key, const dom::element& value) {
  once(has_text_, key);
  std::string_view text;
  if (value.is_null()) return;
  if (value.get(text) != simdjson::SUCCESS) wrong_type("\"text\": ", "a string", value);
  if (text.size() > kLongestSampleText) {
    refuse_sample("\"text\": at most " + std::to_string(kLongestSampleText) + " bytes expected, " +
                  std::to_string(text.size()) + " found");
  }
  sample_.text = text;
}

void ObjectReader::read_values(std::string_view key, const dom::element& value) {
  if (key == values_key_) refuse_sample(quote_key(key) + " found twice");
  if (!values_key_.empty()) {
    refuse_sample(quote_key(values_key_) + " and " + quote_key(key) +
                  " found, one of them expected");
  }
  values_key_ = key;
  dom::object record;
  if (value.get(record) != simdjson::SUCCESS) return read_array(key, value);
  if (cells_.columns() == nullptr || !cells_.columns()->named()) {
    wrong_type(quote_key(key) + ": no names of columns are known: ", "an array of numbers", value);
  }
  read_record(record);
}

void ObjectReader::read_array(std::string_view key, const dom::element& value) {
  dom::array array;
  if (value.get(array) != simdjson::SUCCESS) {
    wrong_type(quote_key(key) + ": ", "an array of numbers", value);
  }
  std::vector<double>& values = sample_.values;
  for (const dom::element one : array) {
    double number = std::numeric_limits<double>::quiet_NaN();  // null
    if (!one.is_null() && one.get(number) != simdjson::SUCCESS) {
      wrong_type(quote_key(key) + ": value " + std::to_string(values.size() + 1) + ": ",
                 "a number or null", one);
    }
    values.push_back(number);
  }
  if (values.empty()) refuse_sample(quote_key(key) + ": no values");
  if (values.size() > rules_.most_values) {
    refuse_sample("at most " + std::to_string(rules_.most_values) + " values expected, " +
                  std::to_string(values.size()) + " found");
  }
}

void ObjectReader::read_record(const dom::object& record) {
  cells_.clear();
  for (const dom::key_value_pair field : record) {
    const bool known = cells_.add(field.key, field.value);
    if (!known && !is_record_ && rules_.refuse_unknown) refuse_key(field.key);
  }
  cells_.encode(sample_);
  if (!rules_.labelled) sample_.label.clear();
}

}  // namespace mpart::wire
