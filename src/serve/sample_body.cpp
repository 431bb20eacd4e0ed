// Bodies with samples are most of what a server reads: by simdjson, at a fifth of the time.
#include <simdjson.h>

#include <algorithm>
#include <cmath>

#include "serve/limits.hpp"
#include "serve/request_body.hpp"

namespace mpart::serve {

namespace {

namespace dom = simdjson::dom;

std::string_view text_of(const dom::object& object, const char* key, std::size_t longest) {
  dom::element value;
  if (object[key].get(value) != simdjson::SUCCESS || value.is_null()) return {};
  std::string_view text;
  if (value.get(text) != simdjson::SUCCESS) {
    throw Problem{400, std::string("\"") + key + "\" must be a text"};
  }
  if (text.size() > longest) throw Problem{400, std::string("\"") + key + "\" is too long"};
  return text;
}

Problem no_numbers() { return {400, "\"values\" must be an array of numbers"}; }

void read_values(const dom::object& object, std::vector<double>& values) {
  dom::array array;
  if (object["values"].get(array) != simdjson::SUCCESS) throw no_numbers();
  values.clear();
  for (const dom::element value : array) {
    double number = 0;
    if (value.get(number) != simdjson::SUCCESS) throw no_numbers();
    values.push_back(number);
  }
}

bool starts_with_one_of(std::string_view text, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [text](std::string_view start) { return text.starts_with(start); });
}

Show read_show(const dom::object& object) {
  dom::element value;
  if (object["show"].get(value) != simdjson::SUCCESS || value.is_null()) return {};
  dom::object show;
  if (value.get(show) != simdjson::SUCCESS) throw Problem{400, "\"show\" must be an object"};
  constexpr std::size_t kPicture = 4 << 20;
  constexpr std::size_t kText = 64 << 10;
  constexpr std::size_t kLink = 2000;
  const std::string_view picture = text_of(show, "picture", kPicture);
  const std::string_view text = text_of(show, "text", kText);
  const std::string_view link = text_of(show, "link", kLink);
  if (!picture.empty() && !picture.starts_with("data:image/")) {
    throw Problem{400, "\"picture\" must be a data:image/ URL"};
  }
  if (!link.empty() && !starts_with_one_of(link, {"https://", "http://"})) {
    throw Problem{400, "\"link\" must start with http:// or https://"};
  }
  return {std::string(picture), std::string(text), std::string(link)};
}

void read_sample(const dom::element& element, bool pictures, Sample& sample, Show& show) {
  dom::object object;
  if (element.get(object) != simdjson::SUCCESS) throw Problem{400, "an object expected"};
  show = read_show(object);
  const bool has_values = object["values"].error() == simdjson::SUCCESS;
  if (has_values || !pictures || show.picture.empty()) read_values(object, sample.values);
  sample.id = text_of(object, "id", kLongestLabel);
}

}  // namespace

Problem Samples::at(std::size_t sample, const std::string& what) const {
  return {400, many ? "sample " + std::to_string(sample) + ": " + what : what};
}

void Samples::check(std::size_t width) const {
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<double>& values = all[i].values;
    const std::size_t expected = width != 0 ? width : all[0].values.size();
    if (values.empty() || values.size() != expected) {
      throw at(i, std::to_string(expected) + " values expected, " + std::to_string(values.size()) +
                      " found");
    }
    if (!std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); })) {
      throw at(i, "values must be finite");
    }
  }
}

Samples read_samples(const std::string& body, bool pictures) {
  static thread_local dom::parser parser;  // keeps its memory
  dom::element all;
  if (parser.parse(body).get(all) != simdjson::SUCCESS) throw Problem{400, "the body is not JSON"};
  Samples samples;
  dom::array array;
  samples.many = all.get(array) == simdjson::SUCCESS;
  if (!samples.many && !all.is_object()) {
    throw Problem{400, "a sample or an array of samples expected"};
  }
  if (samples.many && array.size() > kMostSamples) {
    throw Problem{413, "at most 4096 samples at a time"};
  }
  samples.all.resize(samples.many ? array.size() : 1);
  samples.shows.resize(samples.all.size());
  std::size_t i = 0;
  try {
    if (!samples.many) read_sample(all, pictures, samples.all[0], samples.shows[0]);
    for (auto one = array.begin(); samples.many && i < samples.all.size(); ++i, ++one) {
      read_sample(*one, pictures, samples.all[i], samples.shows[i]);
    }
  } catch (const Problem& problem) {
    throw samples.at(i, problem.what);
  }
  return samples;
}

}  // namespace mpart::serve
