// simdjson reads: samples are most of what comes in, and it takes a fifth of nlohmann's time. Where
// it refuses a text, nlohmann's parser says at which character.
#include "wire/sample_json.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "mpart/error.hpp"
#include "util/text.hpp"
#include "wire/json_bounds.hpp"
#include "wire/json_fault.hpp"
#include "wire/limits.hpp"
#include "wire/sample_object.hpp"

namespace mpart::wire {

namespace dom = simdjson::dom;

struct SampleReader::Parser {
  dom::parser parser;
  RecordCells cells;
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

dom::element parse_json(dom::parser& parser, std::string_view json) {
  dom::element all;
  simdjson::error_code code = simdjson::SUCCESS;
  if (parser.capacity() < json.size()) code = parser.allocate(json.size(), kDeepestJson);
  if (code == simdjson::SUCCESS) code = parser.parse(json.data(), json.size()).get(all);
  if (code != simdjson::SUCCESS) {
    refuse_sample(
        problem_of_json(json, simdjson::error_message(code), code == simdjson::NUMBER_ERROR));
  }
  return all;
}

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

std::size_t Show::bytes() const {
  std::size_t bytes = picture.size() + text.size() + link.size();
  for (const ShownValue& one : values) bytes += sizeof one + one.name.size() + one.value.size();
  return bytes;
}

SampleForm SampleForm::of(const Preparation& preparation) {
  SampleForm form{preparation.columns, preparation.columns.has_text()};
  if (preparation.stages.empty()) return form;
  const Stage::Kind first = preparation.stages.front().kind;
  form.texts = form.texts || first == Stage::Kind::kText || first == Stage::Kind::kCommand;
  return form;
}

SampleRules SampleForm::rules(SampleRules rules) const {
  rules.refuse_names = true;
  rules.refuse_text = !texts;
  rules.texts = texts && columns.all().empty();
  return rules;
}

void SampleForm::require_numbers(std::size_t width) const {
  RecordCells cells;
  cells.set_columns(&columns);
  const bool are_numbers = cells.are_numbers() && !texts;
  const std::size_t expected = columns.all().empty() ? width : cells.array_columns().size();
  if (are_numbers && width == expected) return;
  refuse_sample((are_numbers ? counted(expected, "value") + " expected, " + std::to_string(width)
                             : counted(width, "number")) +
                " found; expected are " + expected_text(&columns, texts));
}

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
  const bool has_shows = rules_.shows || rules_.raw;
  if (has_shows) batch.shows.resize(count);
  const auto read_into = [&](std::size_t i, const dom::element& element) {
    Show* const show = has_shows ? &batch.shows[i] : nullptr;
    try {
      ObjectReader(rules_, parser_->cells, batch.samples[i], show).read(element, pictures);
    } catch (const Error& error) {
      refuse_sample(sample_name(i, count) + error.what());
    }
  };
  if (!batch.many) read_into(0, all);
  std::size_t i = 0;
  if (batch.many) {
    for (const dom::element one : *list) read_into(i++, one);
  }
  const Columns* const columns = parser_->cells.columns();
  const bool texts = rules_.texts || (columns != nullptr && columns->has_text());
  if (!pictures && !texts) check_values(batch.samples, 0);
  return batch;
}

void SampleReader::set_columns(const Columns* columns) {
  const bool known = columns != nullptr && !columns->all().empty();
  parser_->cells.set_columns(known ? columns : nullptr);
}

bool SampleReader::read_cells(std::string_view json, NamedCells& cells) {
  dom::object object;
  const dom::element all = parse_json(parser_->parser, json);
  if (all.get(object) != simdjson::SUCCESS) wrong_type("", "an object", all);
  dom::object record = object;
  bool is_apart = false;  // from id and label
  for (const dom::key_value_pair field : object) {
    if (!is_values_key(field.key)) continue;
    if (field.value.is_array()) return false;
    is_apart = is_apart || field.value.get(record) == simdjson::SUCCESS;
  }
  cells.clear();
  for (const dom::key_value_pair field : record) {
    std::string cell;
    if (write_text(field.value, cell)) cells.emplace_back(field.key, std::move(cell));
  }
  for (const dom::key_value_pair field : object) {
    std::string cell;
    if (!is_apart || (field.key != rules_.label_key && field.key != "id")) continue;
    if (write_text(field.value, cell)) cells.emplace_back(field.key, std::move(cell));
  }
  return true;
}

void SampleReader::read_one(std::string_view json, Sample& sample) {
  const dom::element all = parse_json(parser_->parser, json);
  ObjectReader(rules_, parser_->cells, sample, nullptr).read(all, false);
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
    if (std::all_of(values.begin(), values.end(), [](double value) { return std::isnan(value); })) {
      refuse_sample(sample_name(i, samples.size()) + "every value is missing");
    }
    const auto bad = std::find_if(values.begin(), values.end(),
                                  [](double value) { return std::abs(value) > kLargestValue; });
    if (bad != values.end()) {
      refuse_sample(sample_name(i, samples.size()) + "value " +
                    std::to_string(bad - values.begin() + 1) +
                    (std::isinf(*bad) ? " is not finite" : " is larger than 1e100"));
    }
  }
}

}  // namespace mpart::wire
