#include "stream/messages.hpp"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "label/answer_json.hpp"
#include "mpart/archive.hpp"
#include "mpart/error.hpp"

namespace mpart::stream {

namespace {

using Element = simdjson::dom::element;

enum Format : std::uint8_t { kSamples = 1, kAnswer = 2, kSaid = 3 };

[[noreturn]] void refuse(const std::string& why) { throw Error(ErrorKind::kBadInput, why); }

bool is_binary(std::string_view bytes, Format format) {
  return !bytes.empty() && static_cast<std::uint8_t>(bytes[0]) == format;
}

void require_short_text(std::string_view text, std::size_t longest, const char* what) {
  if (text.size() > longest) {
    refuse(std::string(what) + ": at most " + std::to_string(longest) + " bytes expected");
  }
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' '; };
  if (std::ranges::any_of(text, is_control)) {
    refuse(std::string(what) + ": has a control character");
  }
}

std::string where(std::size_t sample) { return "sample " + std::to_string(sample + 1) + ": "; }

Sample read_sample(const Element& json) {
  simdjson::dom::object object;
  simdjson::dom::array values;
  if (json.get(object) != simdjson::SUCCESS) refuse("an object expected");
  if (object["values"].get(values) != simdjson::SUCCESS) refuse("\"values\": an array expected");
  Sample sample;
  sample.values.reserve(values.size());
  for (const Element& value : values) {
    sample.values.push_back(0);
    if (value.get(sample.values.back()) != simdjson::SUCCESS) {
      refuse("\"values\": numbers expected");
    }
  }
  Element id;
  if (object["id"].get(id) != simdjson::SUCCESS) return sample;
  std::string_view text;
  if (id.get(text) != simdjson::SUCCESS) refuse("\"id\": a string expected");
  require_short_text(text, kLongestId, "\"id\"");
  sample.id = text;
  return sample;
}

std::vector<Sample> read_json(std::string_view bytes) {
  simdjson::dom::parser parser;
  Element json;
  if (parser.parse(bytes.data(), bytes.size()).get(json) != simdjson::SUCCESS) refuse("not JSON");
  Element list;
  if (!json.is_object() || json["samples"].get(list) != simdjson::SUCCESS) {
    return {read_sample(json)};
  }
  if (!list.is_array()) refuse("\"samples\": an array expected");
  const simdjson::dom::array array = list;
  if (array.size() > kMostSamples) {
    refuse(std::to_string(array.size()) + " samples, at most " + std::to_string(kMostSamples) +
           " expected");
  }
  std::vector<Sample> samples;
  samples.reserve(array.size());
  for (const Element& one : array) {
    try {
      samples.push_back(read_sample(one));
    } catch (const Error& error) {
      refuse(where(samples.size()) + error.what());
    }
  }
  return samples;
}

float read_float(const char* bytes) {
  std::uint32_t bits = 0;
  for (int i = 3; i >= 0; --i) bits = bits << 8 | static_cast<std::uint8_t>(bytes[i]);
  return std::bit_cast<float>(bits);
}

std::vector<Sample> read_binary(std::string_view bytes) {
  constexpr std::size_t kHeader = 1 + 4 + 4;
  if (bytes.size() < kHeader) refuse("binary samples: cut short");
  Reader header(bytes.substr(1));
  const std::uint64_t width = header.u32();
  const std::uint64_t rows = header.u32();
  if (rows > kMostSamples) {
    refuse(std::to_string(rows) + " samples, at most " + std::to_string(kMostSamples) +
           " expected");
  }
  if (bytes.size() - kHeader != width * rows * sizeof(float)) {
    refuse("binary samples: " + std::to_string(width * rows * sizeof(float)) +
           " bytes of values expected, " + std::to_string(bytes.size() - kHeader) + " found");
  }
  const char* next = bytes.data() + kHeader;
  std::vector<Sample> samples(rows);
  for (Sample& sample : samples) {
    for (std::uint64_t i = 0; i < width; ++i, next += sizeof(float)) {
      sample.values.push_back(static_cast<double>(read_float(next)));
    }
  }
  return samples;
}

void check(const std::vector<Sample>& samples) {
  if (samples.empty()) refuse("no samples");
  const std::size_t width = samples.front().values.size();
  if (width == 0) refuse("a sample without values");
  if (width > kMostValues) {
    refuse(std::to_string(width) + " values, at most " + std::to_string(kMostValues) + " expected");
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const std::vector<double>& values = samples[i].values;
    if (values.size() != width) {
      refuse(where(i) + std::to_string(width) + " values expected, as in the first, " +
             std::to_string(values.size()) + " found");
    }
    const auto bad = std::find_if_not(values.begin(), values.end(),
                                      [](double value) { return std::isfinite(value); });
    if (bad != values.end()) {
      refuse(where(i) + "value " + std::to_string(bad - values.begin() + 1) + " is not finite");
    }
  }
}

LateAnswer read_binary_answer(std::string_view bytes) {
  LateAnswer late;
  std::uint8_t kind = 0;
  try {
    Reader reader(bytes.substr(1));
    late.id = reader.u64();
    kind = reader.u8();
    late.answer.label = reader.text();
    if (!reader.done()) refuse("");
  } catch (const Error&) {
    refuse("binary answer: cut short or too long");
  }
  if (kind > 2) refuse("binary answer: kind 0, 1 or 2 expected, not " + std::to_string(kind));
  constexpr Answer::Kind kKinds[] = {Answer::Kind::kLabel, Answer::Kind::kSkip,
                                     Answer::Kind::kWithdraw};
  late.answer.kind = kKinds[kind];
  if (kind == 0 && late.answer.label.empty()) refuse("binary answer: an empty label");
  return late;
}

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string digits(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

// By hand, since it is most of what is written.
std::string write_json(const std::vector<Said>& all, std::int64_t offset, std::uint64_t time) {
  std::string text = "{\"offset\":" + std::to_string(offset) + ",\"time\":" + std::to_string(time) +
                     ",\"answers\":[";
  for (const Said& said : all) {
    if (&said != all.data()) text += ',';
    text += '{';
    if (!said.id.empty()) text += "\"id\":" + quoted(said.id) + ',';
    text += "\"label\":";
    text += said.label.empty() ? "null" : quoted(said.label);
    text += ",\"probability\":" + digits(said.probability);
    text += said.activated ? ",\"activated\":true" : ",\"activated\":false";
    text += ",\"asked\":" + std::to_string(said.asked) + '}';
  }
  return text + "]}";
}

std::string write_binary(const std::vector<Said>& all, std::int64_t offset, std::uint64_t time) {
  std::vector<std::string> names;
  for (const Said& said : all) {
    if (std::find(names.begin(), names.end(), said.label) == names.end()) {
      names.push_back(said.label);
    }
  }
  Writer writer;
  writer.u8(kSaid);
  writer.u64(static_cast<std::uint64_t>(offset));
  writer.u64(time);
  writer.u32(static_cast<std::uint32_t>(names.size()));
  for (const std::string& name : names) writer.text(name);
  writer.u32(static_cast<std::uint32_t>(all.size()));
  for (const Said& said : all) {
    const auto name = std::find(names.begin(), names.end(), said.label) - names.begin();
    writer.u32(static_cast<std::uint32_t>(name));
    writer.u32(std::bit_cast<std::uint32_t>(static_cast<float>(said.probability)));
    writer.u8(said.activated ? 1 : 0);
    writer.u32(said.asked);
  }
  return writer.bytes();
}

}  // namespace

SampleMessage read_samples(std::string_view bytes) {
  SampleMessage message;
  message.binary = is_binary(bytes, kSamples);
  message.samples = message.binary ? read_binary(bytes) : read_json(bytes);
  check(message.samples);
  return message;
}

LateAnswer read_answer(std::string_view bytes) {
  LateAnswer late;
  std::string problem;
  if (is_binary(bytes, kAnswer)) {
    late = read_binary_answer(bytes);
  } else if (!parse_answer(bytes, late, problem)) {
    refuse(problem);
  }
  require_short_text(late.answer.label, kLongestLabel, "\"label\"");
  return late;
}

std::string write_said(const std::vector<Said>& all, std::int64_t offset, std::uint64_t time,
                       bool binary) {
  return binary ? write_binary(all, offset, time) : write_json(all, offset, time);
}

std::string write_receipt(QueryId id, std::int64_t offset, std::string_view state) {
  return nlohmann::ordered_json{{"label_offset", offset}, {"id", id}, {"state", state}}.dump();
}

}  // namespace mpart::stream
