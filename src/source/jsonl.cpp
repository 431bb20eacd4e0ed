#include <nlohmann/json.hpp>

#include "source/cell.hpp"
#include "source/line_reader.hpp"
#include "source/message.hpp"
#include "source/readers.hpp"

namespace mpart {
namespace {

using Json = nlohmann::json;

enum class Key { kOther, kFeatures, kLabel, kId };
enum class JsonType { kNull, kBoolean, kNumber, kString, kArray, kObject };

const char* title(JsonType type) {
  switch (type) {
    case JsonType::kNull:
      return "null";
    case JsonType::kBoolean:
      return "a boolean";
    case JsonType::kNumber:
      return "a number";
    case JsonType::kString:
      return "a string";
    case JsonType::kArray:
      return "an array";
    case JsonType::kObject:
      break;
  }
  return "an object";
}

// Takes the parser's events of one line straight into a sample: no tree is built, so a line full of
// brackets costs no more memory than a row of numbers. Throws Error(kBadInput) from any event.
class RowHandler : public nlohmann::json_sax<Json> {
 public:
  RowHandler(const LineReader& lines, const SourceOptions& options, Sample& sample)
      : lines_(lines), options_(options), sample_(sample) {}

  // After the last event.
  void finish() const {
    if (!has_features_) fail(R"(no "features" (or "x"))");
    if (options_.labelled && !options_.label_column.empty() && !has_label_) {
      fail("no " + in_quotes(options_.label_column) + "; null is expected for a missing label");
    }
  }

  bool null() override { return value(JsonType::kNull); }
  bool boolean(bool is) override { return value(JsonType::kBoolean, is ? "true" : "false"); }
  bool number_integer(number_integer_t is) override {
    return depth_ == 1 ? value(JsonType::kNumber, std::to_string(is))
                       : number(static_cast<double>(is));
  }
  bool number_unsigned(number_unsigned_t is) override {
    return depth_ == 1 ? value(JsonType::kNumber, std::to_string(is))
                       : number(static_cast<double>(is));
  }
  bool number_float(number_float_t is, const string_t&) override {
    if (depth_ != 1) return number(is);
    std::string text;
    write_number(is, text);
    return value(JsonType::kNumber, text);
  }
  bool string(string_t& is) override { return value(JsonType::kString, is); }
  bool binary(binary_t&) override { return false; }  // JSON text has none
  bool start_object(std::size_t) override { return value(JsonType::kObject) && enter(); }
  bool start_array(std::size_t) override { return value(JsonType::kArray) && enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool key(string_t& name) override {
    if (depth_ == 1) select(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string& token,
                   const Json::exception&) override {
    fail("not JSON at character " + std::to_string(position) + ", near " + in_quotes(token));
  }

 private:
  bool enter() { return ++depth_ > 0; }
  bool leave() { return depth_-- > 0; }

  void select(const std::string& name) {
    const std::string& label = options_.label_column;
    const bool is_label = label.empty() ? name == "label" : name == label;
    key_ = is_label                            ? (options_.labelled ? Key::kLabel : Key::kOther)
           : name == "features" || name == "x" ? Key::kFeatures
           : name == "id"                      ? Key::kId
                                               : Key::kOther;
    if (key_ == Key::kOther) return;
    bool& seen = key_ == Key::kFeatures ? has_features_
                 : key_ == Key::kLabel  ? has_label_
                                        : has_id_;
    if (seen) fail(in_quotes(name) + " found twice");
    seen = true;
    key_name_ = name;
  }

  bool number(double is) {
    if (depth_ != 2 || key_ != Key::kFeatures) return value(JsonType::kNumber);
    sample_.values.push_back(is);
    return true;
  }

  // Any other value. Those under keys that mean nothing to us are passed over.
  bool value(JsonType type, const std::string& text = {}) {
    const bool nested = type == JsonType::kArray || type == JsonType::kObject;
    if (depth_ == 0 && type != JsonType::kObject) {
      fail(std::string("an object expected, ") + title(type) + " found");
    } else if (depth_ == 1 && key_ == Key::kLabel) {
      if (nested) wrong("a string, a number, a boolean or null", type);
      sample_.label = text;
    } else if (depth_ == 1 && key_ == Key::kId) {
      if (nested || type == JsonType::kBoolean) wrong("a string or a number", type);
      sample_.id = text;
    } else if (depth_ == 1 && key_ == Key::kFeatures) {
      if (type != JsonType::kArray) wrong("an array of numbers", type);
    } else if (depth_ == 2 && key_ == Key::kFeatures) {
      wrong("a number", type);
    }
    return true;
  }

  [[noreturn]] void wrong(const char* expected, JsonType found) const {
    std::string where = in_quotes(key_name_) + ": ";
    if (depth_ == 2) where += "column " + std::to_string(sample_.values.size() + 1) + ": ";
    fail(where + expected + " expected, " + title(found) + " found");
  }

  [[noreturn]] void fail(const std::string& what) const {
    bad_input(lines_.name(), lines_.number(), what);
  }

  const LineReader& lines_;
  const SourceOptions& options_;
  Sample& sample_;
  std::size_t depth_ = 0;  // 1: in the row's object, 2: in a value of it
  Key key_ = Key::kOther;  // of the value at depth 1 or around us
  std::string key_name_;
  bool has_features_ = false, has_label_ = false, has_id_ = false;
};

class JsonlSource : public Source {
 public:
  JsonlSource(std::unique_ptr<ByteStream> stream, SourceOptions options)
      : lines_(std::move(stream)), options_(std::move(options)) {
    if (!read(first_)) bad_input(lines_.name(), "no rows");
    width_ = first_.values.size();
    if (width_ == 0) bad_input(lines_.name(), first_.row, "\"features\": no values");
  }

  bool next(Sample& sample) override {
    if (first_waits_) {
      first_waits_ = false;
      sample = std::move(first_);
      return true;
    }
    if (!read(sample)) return false;
    if (sample.values.size() != width_) {
      bad_input(lines_.name(), sample.row,
                "\"features\": " + counted(width_, "value") + " expected, " +
                    std::to_string(sample.values.size()) + " found");
    }
    return true;
  }

  std::size_t width() const override { return width_; }
  std::optional<double> progress() const override { return lines_.stream().progress(); }

 private:
  bool read(Sample& sample) {
    std::string_view line;
    do {
      if (!lines_.next(line)) return false;
    } while (trim(line).empty());
    sample.id.clear();
    sample.label.clear();
    sample.values.clear();
    sample.row = lines_.number();
    RowHandler handler(lines_, options_, sample);
    Json::sax_parse(line.begin(), line.end(), &handler);
    handler.finish();
    if (is_missing(sample.label, options_.missing_label)) sample.label.clear();
    return true;
  }

  LineReader lines_;
  SourceOptions options_;
  Sample first_;  // read when opening, to know the width
  bool first_waits_ = true;
  std::size_t width_ = 0;
};

}  // namespace

std::unique_ptr<Source> read_jsonl(std::unique_ptr<ByteStream> stream,
                                   const SourceOptions& options) {
  return std::make_unique<JsonlSource>(std::move(stream), options);
}

}  // namespace mpart
