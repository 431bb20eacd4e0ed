#include "wire/vector_json.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "mpart/error.hpp"
#include "util/text.hpp"
#include "wire/json_bounds.hpp"
#include "wire/number_text.hpp"

namespace mpart::wire {

namespace {

using Json = nlohmann::json;

void append_text(std::string& out, std::string_view key, const std::string& text) {
  if (out.back() != '{') out += ',';
  out += '"';
  out += key;
  out += "\":";
  out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

void append_sample_line(std::string& out, const Sample& sample, SampleText text) {
  out += '{';
  if (!sample.id.empty()) append_text(out, "id", sample.id);
  if (!sample.values.empty()) {
    if (out.back() != '{') out += ',';
    out += "\"values\":";
    char before = '[';
    for (const double value : sample.values) {
      out += before;
      before = ',';
      if (std::isfinite(value)) {
        append_number(out, value);
      } else {
        out += "null";
      }
    }
    out += ']';
  }
  if (!sample.text.empty()) {
    append_text(out, text == SampleText::kPath ? "path" : "text", sample.text);
  }
  out += "}\n";
}

void read_vector(std::string_view json, std::vector<float>& values) {
  check_bounds(json, {.most_values = kMostSampleJson});
  const Json answer = Json::parse(json, nullptr, /*allow_exceptions=*/false);
  if (answer.is_discarded()) {
    throw invalid_data("an array of numbers expected, " + in_quotes(json) + " found");
  }
  const Json* array = &answer;
  if (answer.is_object()) {
    const auto found = answer.find("values");
    if (found == answer.end()) throw invalid_data("the key \"values\" is missing");
    array = &*found;
  }
  if (!array->is_array() || array->empty()) {
    throw invalid_data("an array of numbers expected, " + in_quotes(json) + " found");
  }
  values.clear();
  for (const Json& value : *array) {
    const double number = value.is_number() ? value.get<double>() : NAN;
    if (!(std::abs(number) <= std::numeric_limits<float>::max())) {
      throw invalid_data("value " + std::to_string(values.size() + 1) +
                         ": a finite number expected, " + in_quotes(value.dump()) + " found");
    }
    values.push_back(static_cast<float>(number));
  }
}

}  // namespace mpart::wire
