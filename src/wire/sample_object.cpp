#include "wire/sample_object.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "mpart/error.hpp"
#include "util/sanitize_text.hpp"
#include "util/text.hpp"
#include "wire/limits.hpp"

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

// Whether the object has its values under a key of their own.
bool has_values(const dom::object& object) {
  for (const dom::key_value_pair field : object) {
    if (is_values_key(field.key) && (field.value.is_array() || field.value.is_object())) {
      return true;
    }
  }
  return false;
}

// What a person sees of a text: its beginning, cut between two characters.
std::string leading_text(const Sample& sample, bool has_text) {
  if (!has_text) return {};
  std::size_t size = std::min(sample.text.size(), kLongestText);
  const auto continues = [&] {
    return size < sample.text.size() && (static_cast<unsigned char>(sample.text[size]) >> 6) == 2;
  };
  while (size > 0 && continues()) --size;
  return sample.text.substr(0, size);
}

}  // namespace

void refuse_sample(const std::string& what) { throw invalid_data(what); }

void refuse_key(std::string_view key) { refuse_sample(quote_key(key) + ": no such field"); }

std::string quote_key(std::string_view key) { return '"' + sanitize_text(key, kShownText) + '"'; }

void wrong_type(const std::string& where, const char* expected, const dom::element& found,
                const std::string& advice) {
  refuse_sample(where + expected + " expected, " + title_of(found.type()) + " found" + advice);
}

bool is_values_key(std::string_view key) {
  return key == "values" || key == "features" || key == "x";
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
  if (element.get(object) != simdjson::SUCCESS) {
    wrong_type("", "an object", element, instead());
  }
  const Columns* const columns = cells_.columns();
  is_record_ = columns != nullptr && columns->named() && !has_values(object);
  const bool is_text = is_record_ && columns->width() == 0 && !cells_.has("text") &&
                       object["text"].error() == simdjson::SUCCESS;
  has_cells_ = is_record_ && !is_text;
  if (has_cells_) {
    for (const dom::key_value_pair field : object) refuse_unknown(field.key);
    read_record(object);
  }
  for (const dom::key_value_pair field : object) {
    if (is_values_key(field.key) && !is_record_) read_values(field.key, field.value);
  }
  for (const dom::key_value_pair field : object) read_field(field.key, field.value);
  const bool has_picture = show_ != nullptr && !show_->picture.empty();
  const bool may_lack = is_record_ || (pictures && has_picture) || (rules_.texts && has_text_);
  if (values_key_.empty() && !may_lack) refuse_sample("no \"values\"" + instead());
  if (needs_text_ && !has_text_) refuse_sample("no \"text\"; expected are " + expected());
  if (rules_.labelled && rules_.label_required && !has_label_) {
    refuse_sample("no " + quote_key(rules_.label_key) + "; null is expected for a missing label");
  }
  if (show_ != nullptr && show_->text.empty()) show_->text = leading_text(sample_, has_text_);
}

std::string ObjectReader::expected() const { return expected_text(cells_.columns(), rules_.texts); }

std::string ObjectReader::instead() const {
  const bool is_plain = cells_.columns() == nullptr && !rules_.texts;
  return is_plain ? "" : "; expected are " + expected();
}

// Whether the key has been read as a column.
bool ObjectReader::was_column(std::string_view key) const {
  return has_cells_ && cells_.has(key) && !(key == rules_.label_key && rules_.label_required);
}

bool ObjectReader::is_label(std::string_view key) const {
  if (key == rules_.label_key) return true;
  const Columns* const columns = cells_.columns();
  return is_record_ && columns->label() && key == columns->all()[*columns->label()].name;
}

void ObjectReader::read_field(std::string_view key, const dom::element& value) {
  if (was_column(key) || (is_values_key(key) && !is_record_)) return;
  if (is_label(key)) {
    if (rules_.labelled) read_label(key, value);
  } else if (key == "id") {
    read_id(key, value);
  } else if (key == "show" && rules_.shows) {
    once(has_show_, key);
    std::vector<ShownValue> values = std::move(show_->values);
    *show_ = read_show(value, rules_.refuse_unknown);
    show_->values = std::move(values);
  } else if (key == "text") {
    refuse_unknown(key);
    read_text(key, value);
  } else {
    refuse_unknown(key);
  }
}

void ObjectReader::refuse_unknown(std::string_view key) const {
  if (is_label(key) || key == "id" || (key == "show" && rules_.shows)) return;
  if (is_record_ && cells_.has(key)) return;  // also beside "text", where it is not needed
  if (key == "text") {
    if (!rules_.refuse_text) return;
    refuse_sample("\"text\" found, and the model takes none; expected are " + expected());
  }
  if (rules_.refuse_unknown || (is_record_ && rules_.refuse_names)) refuse_name(key);
}

void ObjectReader::refuse_name(std::string_view key) const {
  if (cells_.columns() == nullptr) refuse_key(key);
  refuse_sample(quote_key(key) + ": no such field or column" + instead());
}

void ObjectReader::read_label(std::string_view key, const dom::element& value) {
  once(has_label_, key);
  if (!write_text(value, sample_.label)) {
    wrong_type(quote_key(key) + ": ", "a string, a number, a boolean or null", value);
  }
  check_label(key);
}

void ObjectReader::check_label(std::string_view key) const {
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
    wrong_type(quote_key(key) + ": ", "an array of numbers", value, instead());
  }
  if (cells_.columns() != nullptr) require_row(key, array.size());
  const bool are_cells = cells_.columns() != nullptr && !cells_.are_numbers();
  if (cells_.columns() != nullptr) cells_.clear();
  std::vector<double>& values = sample_.values;
  std::size_t position = 0;
  for (const dom::element one : array) {
    const std::size_t i = position++;
    if (cells_.columns() != nullptr && (are_cells || show_ != nullptr)) cells_.add_element(i, one);
    if (are_cells) continue;
    double number = std::numeric_limits<double>::quiet_NaN();  // null
    if (!one.is_null() && one.get(number) != simdjson::SUCCESS) {
      wrong_type(quote_key(key) + ": value " + std::to_string(i + 1) + ": ", "a number or null",
                 one);
    }
    values.push_back(number);
  }
  if (are_cells) cells_.encode(sample_);
  if (cells_.columns() != nullptr && show_ != nullptr) cells_.append_shown(show_->values);
  if (values.empty()) refuse_sample(quote_key(key) + ": no values");
  if (values.size() > rules_.most_values) {
    refuse_sample("at most " + std::to_string(rules_.most_values) + " values expected, " +
                  std::to_string(values.size()) + " found");
  }
}

void ObjectReader::require_row(std::string_view key, std::size_t found) {
  const Columns& columns = *cells_.columns();
  const std::size_t width = cells_.array_columns().size();
  if (columns.named() && !cells_.are_numbers()) {
    refuse_sample(quote_key(key) + ": an array of " + std::to_string(found) +
                  " found, an object of names and values expected: " + expected());
  }
  if (found != width) {
    refuse_sample(counted(width, "value") + " expected, " + std::to_string(found) +
                  " found; expected are " + expected());
  }
  needs_text_ = columns.has_text();
}

void ObjectReader::read_record(const dom::object& record) {
  const Columns& columns = *cells_.columns();
  cells_.clear();
  for (const dom::key_value_pair field : record) {
    const bool known = cells_.add(field.key, field.value);
    if (!known && !is_record_ && (rules_.refuse_unknown || rules_.refuse_names)) {
      refuse_name(field.key);
    }
  }
  cells_.require_all();
  cells_.encode(sample_);
  if (show_ != nullptr) cells_.append_shown(show_->values);
  if (columns.label() && cells_.has_seen(*columns.label()) && rules_.labelled) {
    const std::string& name = columns.all()[*columns.label()].name;
    has_label_ = !(name == rules_.label_key && rules_.label_required);  // read as a field, too
    if (is_missing(sample_.label, "")) sample_.label.clear();
    check_label(name);
  } else {
    sample_.label.clear();
  }
  if (rules_.refuse_names) check_id(sample_.id);
}

}  // namespace mpart::wire
