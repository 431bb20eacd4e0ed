// simdjson reads: samples are most of what comes in, and it takes a fifth of nlohmann's time. Where
// it refuses a text, nlohmann's parser says at which character.
#include "wire/sample_json.hpp"

#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "mpart/error.hpp"
#include "util/sanitize_text.hpp"
#include "wire/json_bounds.hpp"
#include "wire/limits.hpp"
#include "wire/number_text.hpp"

namespace mpart::wire {

namespace dom = simdjson::dom;

struct SampleReader::Parser {
  dom::parser parser;
};

// Gives back the memory that a large text needed, when it has been read.
class SampleReader::Tidy {
 public:
  explicit Tidy(Parser& used) : parser_(used.parser) {}
  ~Tidy() {
    constexpr std::size_t kKept = 1 << 20;  // bytes of text; a parser takes up to 14 times as many
    if (parser_.capacity() > kKept) parser_ = dom::parser();
  }
  Tidy(const Tidy&) = delete;
  Tidy& operator=(const Tidy&) = delete;

 private:
  dom::parser& parser_;
};

namespace {

constexpr std::size_t kShownText = 40;
constexpr std::size_t kMostSearched = 1 << 20;  // bytes: nlohmann reads some 100 of them in 1 us

[[noreturn]] void refuse_sample(const std::string& what) { throw invalid_data(what); }

std::string quote_key(std::string_view key) { return '"' + sanitize_text(key, kShownText) + '"'; }

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

[[noreturn]] void wrong_type(const std::string& where, const char* expected,
                             const dom::element& found) {
  refuse_sample(where + expected + " expected, " + title_of(found.type()) + " found");
}

// Finds where a text stops being JSON; no tree is built of it.
class FaultFinder : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::json::exception& error) override {
    constexpr int kNumberOverflow = 406;
    problem = std::string(error.id == kNumberOverflow ? "a number too large" : "not JSON") +
              " at character " + std::to_string(position) + ", near " + quote_key(token);
    return false;
  }

  std::string problem;
};

std::string problem_of_json(std::string_view text, simdjson::error_code code) {
  std::string excess = problem_of_bounds(text, {.most_values = kMostSampleJson});
  if (!excess.empty()) return excess;
  FaultFinder finder;
  if (text.size() <= kMostSearched) {
    nlohmann::json::sax_parse(text.begin(), text.end(), &finder);
  }
  if (!finder.problem.empty()) return finder.problem;
  if (code == simdjson::NUMBER_ERROR) {
    return "a whole number of more than 64 bits: write it with an exponent";
  }
  return std::string("not JSON: ") + simdjson::error_message(code);
}

dom::element parse_json(dom::parser& parser, std::string_view json) {
  dom::element all;
  simdjson::error_code code = simdjson::SUCCESS;
  if (parser.capacity() < json.size()) code = parser.allocate(json.size(), kDeepestJson);
  if (code == simdjson::SUCCESS) code = parser.parse(json.data(), json.size()).get(all);
  if (code != simdjson::SUCCESS) refuse_sample(problem_of_json(json, code));
  return all;
}

bool is_values_key(std::string_view key) {
  return key == "values" || key == "features" || key == "x";
}

// False for an array or an object. null is an empty text.
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

[[noreturn]] void refuse_key(std::string_view key) {
  refuse_sample(quote_key(key) + ": no such field");
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

// Takes one object apart. Every key that means something may be there once.
class ObjectReader {
 public:
  ObjectReader(const SampleRules& rules, Sample& sample, Show* show)
      : rules_(rules), sample_(sample), show_(show) {
    sample.id.clear();
    sample.label.clear();
    sample.values.clear();
  }

  void read(const dom::element& element, bool pictures) {
    dom::object object;
    if (element.get(object) != simdjson::SUCCESS) wrong_type("", "an object", element);
    for (const dom::key_value_pair field : object) read_field(field.key, field.value);
    const bool has_picture = show_ != nullptr && !show_->picture.empty();
    if (values_key_.empty() && !(pictures && has_picture)) refuse_sample("no \"values\"");
    if (rules_.labelled && rules_.label_required && !has_label_) {
      refuse_sample("no " + quote_key(rules_.label_key) + "; null is expected for a missing label");
    }
  }

 private:
  void read_field(std::string_view key, const dom::element& value) {
    if (key == rules_.label_key) {
      if (rules_.labelled) read_label(key, value);
    } else if (is_values_key(key)) {
      read_values(key, value);
    } else if (key == "id") {
      read_id(key, value);
    } else if (key == "show" && show_ != nullptr) {
      once(has_show_, key);
      *show_ = read_show(value, rules_.refuse_unknown);
    } else if (rules_.refuse_unknown) {
      refuse_key(key);
    }
  }

  static void once(bool& seen, std::string_view key) {
    if (seen) refuse_sample(quote_key(key) + " found twice");
    seen = true;
  }

  void read_label(std::string_view key, const dom::element& value) {
    once(has_label_, key);
    if (!write_text(value, sample_.label)) {
      wrong_type(quote_key(key) + ": ", "a string, a number, a boolean or null", value);
    }
    if (sample_.label.empty()) return;
    const std::string problem = problem_of_label(sample_.label);
    if (!problem.empty()) refuse_sample(quote_key(key) + ": " + problem);
  }

  void read_id(std::string_view key, const dom::element& value) {
    once(has_id_, key);
    if (value.is_bool() || !write_text(value, sample_.id)) {
      wrong_type("\"id\": ", "a string or a number", value);
    }
    check_id(sample_.id);
  }

  void read_values(std::string_view key, const dom::element& value) {
    if (key == values_key_) refuse_sample(quote_key(key) + " found twice");
    if (!values_key_.empty()) {
      refuse_sample(quote_key(values_key_) + " and " + quote_key(key) +
                    " found, one of them expected");
    }
    values_key_ = key;
    dom::array array;
    if (value.get(array) != simdjson::SUCCESS) {
      wrong_type(quote_key(key) + ": ", "an array of numbers", value);
    }
    std::vector<double>& values = sample_.values;
    for (const dom::element one : array) {
      double number = 0;
      if (one.get(number) != simdjson::SUCCESS) {
        wrong_type(quote_key(key) + ": value " + std::to_string(values.size() + 1) + ": ",
                   "a number", one);
      }
      values.push_back(number);
    }
    if (values.empty()) refuse_sample(quote_key(key) + ": no values");
    if (values.size() > rules_.most_values) {
      refuse_sample("at most " + std::to_string(rules_.most_values) + " values expected, " +
                    std::to_string(values.size()) + " found");
    }
  }

  const SampleRules& rules_;
  Sample& sample_;
  Show* show_;                   // null: not wanted
  std::string_view values_key_;  // which spelling was found
  bool has_id_ = false, has_label_ = false, has_show_ = false;
};

// The list of samples, if there is one.
std::optional<dom::array> list_in(const dom::element& all, bool refuse_unknown) {
  dom::array array;
  if (all.get(array) == simdjson::SUCCESS) return array;
  dom::object object;
  dom::element list;
  if (all.get(object) != simdjson::SUCCESS) {
    wrong_type("", "a sample or an array of samples", all);
  }
  if (object["samples"].get(list) != simdjson::SUCCESS) return std::nullopt;
  if (list.get(array) != simdjson::SUCCESS) wrong_type("\"samples\": ", "an array", list);
  for (const dom::key_value_pair field : object) {
    if (is_values_key(field.key)) {
      refuse_sample("\"samples\" and " + quote_key(field.key) + " found, one of them expected");
    }
    if (refuse_unknown && field.key != "samples") refuse_key(field.key);
  }
  return array;
}

}  // namespace

SampleReader::SampleReader(SampleRules rules)
    : rules_(std::move(rules)), parser_(std::make_unique<Parser>()) {}

SampleReader::~SampleReader() = default;

SampleBatch SampleReader::read(std::string_view json, bool pictures) {
  const Tidy tidy(*parser_);
  // A text of fewer bytes cannot have more values, and the parser itself bounds the depth.
  if (json.size() > kMostSampleJson) check_bounds(json, {.most_values = kMostSampleJson});
  const dom::element all = parse_json(parser_->parser, json);
  const std::optional<dom::array> list = list_in(all, rules_.refuse_unknown);
  SampleBatch batch;
  batch.many = list.has_value();
  const std::size_t count = batch.many ? list->size() : 1;
  if (count == 0) refuse_sample("at least one sample expected, none found");
  if (count > rules_.most_samples) {
    refuse_sample("at most " + std::to_string(rules_.most_samples) + " samples expected, " +
                  std::to_string(count) + " found");
  }
  batch.samples.resize(count);
  if (rules_.shows) batch.shows.resize(count);
  const auto read_into = [&](std::size_t i, const dom::element& element) {
    Show* const show = rules_.shows ? &batch.shows[i] : nullptr;
    try {
      ObjectReader(rules_, batch.samples[i], show).read(element, pictures);
    } catch (const Error& error) {
      refuse_sample(sample_name(i, count) + error.what());
    }
  };
  if (!batch.many) read_into(0, all);
  std::size_t i = 0;
  if (batch.many) {
    for (const dom::element one : *list) read_into(i++, one);
  }
  if (!pictures) check_values(batch.samples, 0);
  return batch;
}

void SampleReader::read_one(std::string_view json, Sample& sample) {
  const dom::element all = parse_json(parser_->parser, json);
  ObjectReader(rules_, sample, nullptr).read(all, false);
}

std::string sample_name(std::size_t position, std::size_t count) {
  return count > 1 ? "sample " + std::to_string(position + 1) + ": " : "";
}

void check_values(std::span<const Sample> samples, std::size_t width) {
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const std::vector<double>& values = samples[i].values;
    const std::size_t expected =
        width != 0 ? width : std::max<std::size_t>(samples[0].values.size(), 1);
    if (values.size() != expected) {
      refuse_sample(sample_name(i, samples.size()) + std::to_string(expected) +
                    " values expected, " + std::to_string(values.size()) + " found");
    }
    const auto bad = std::find_if_not(values.begin(), values.end(),
                                      [](double value) { return std::isfinite(value); });
    if (bad != values.end()) {
      refuse_sample(sample_name(i, samples.size()) + "value " +
                    std::to_string(bad - values.begin() + 1) + " is not finite");
    }
  }
}

}  // namespace mpart::wire
