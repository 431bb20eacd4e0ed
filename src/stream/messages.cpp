#include "stream/messages.hpp"

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "mpart/archive.hpp"
#include "mpart/error.hpp"
#include "util/sanitize_text.hpp"
#include "wire/answer_json.hpp"
#include "wire/bytes.hpp"
#include "wire/limits.hpp"
#include "wire/prediction_json.hpp"
#include "wire/sample_json.hpp"

namespace mpart::stream {

namespace {

enum Format : std::uint8_t { kSamples = 1, kAnswer = 2, kSaid = 3 };

bool is_binary(std::string_view bytes, Format format) {
  return !bytes.empty() && static_cast<std::uint8_t>(bytes[0]) == format;
}

// Labels in JSON are UTF-8; so must these be, or what repeats them could become too long.
bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = first_character(text).size;
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

LateAnswer read_binary_answer(std::string_view bytes) {
  LateAnswer late;
  std::uint8_t code = 0;
  try {
    Reader reader(bytes.substr(1));
    late.id = reader.u64();
    code = reader.u8();
    late.answer.label = reader.text();
    if (!reader.done()) throw invalid_data("");
  } catch (const Error&) {
    throw invalid_data("binary answer: cut short or too long");
  }
  if (code >= wire::kAnswerCodes) {
    throw invalid_data("binary answer: kind 0, 1 or 2 expected, not " + std::to_string(code));
  }
  late.answer.kind = wire::kind_of_answer(code);
  const bool is_label = late.answer.kind == Answer::Kind::kLabel;
  if (is_label) wire::check_label(late.answer.label);
  if (!is_label && !late.answer.label.empty()) throw invalid_data("more than one answer");
  if (!is_utf8(late.answer.label)) throw invalid_data("\"label\": UTF-8 expected");
  return late;
}

std::string write_json(const std::vector<Said>& all, std::int64_t offset, std::uint64_t time) {
  std::string text = "{\"offset\":" + std::to_string(offset) + ",\"time\":" + std::to_string(time) +
                     ",\"predictions\":[";
  for (const Said& said : all) {
    if (&said != all.data()) text += ',';
    text += '{';
    if (!said.id.empty()) {
      text += "\"id\":";
      wire::append_string(text, said.id);
      text += ',';
    }
    wire::append_predicted(text, {said.predicted, said.probability, said.activated, said.clipped});
    text += ',';
    wire::append_queries(text, said.queries);
    text += '}';
  }
  return text + "]}";
}

std::string write_binary(const std::vector<Said>& all, std::int64_t offset, std::uint64_t time) {
  std::vector<std::string> names;
  for (const Said& said : all) {
    if (std::find(names.begin(), names.end(), said.predicted) == names.end()) {
      names.push_back(said.predicted);
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
    const auto name = std::find(names.begin(), names.end(), said.predicted) - names.begin();
    writer.u32(static_cast<std::uint32_t>(name));
    writer.u32(std::bit_cast<std::uint32_t>(static_cast<float>(said.probability)));
    writer.u8(said.activated ? 1 : 0);
    writer.u32(static_cast<std::uint32_t>(said.queries.size()));
  }
  return writer.bytes();
}

}  // namespace

MessageReader::MessageReader(wire::SampleForm form)
    : form_(std::move(form)),
      reader_(form_.rules({.most_samples = wire::kMostKafkaSamples,
                           .most_values = wire::kMostKafkaValues,
                           .raw = form_.texts || !form_.columns.all().empty()})) {
  reader_.set_columns(&form_.columns);
}

SampleMessage MessageReader::read(std::string_view bytes) {
  SampleMessage message;
  message.binary = is_binary(bytes, kSamples);
  if (!message.binary) {
    wire::SampleBatch batch = reader_.read(bytes);
    message.samples = std::move(batch.samples);
    message.shows = std::move(batch.shows);
    return message;
  }
  message.samples = wire::read_float_rows(bytes.substr(1), wire::kMostKafkaSamples);
  const std::size_t width = message.samples.front().values.size();
  if (width > wire::kMostKafkaValues) {
    throw invalid_data("at most " + std::to_string(wire::kMostKafkaValues) + " values expected, " +
                       std::to_string(width) + " found");
  }
  form_.require_numbers(width);
  wire::check_values(message.samples, 0);
  return message;
}

SampleMessage read_samples(std::string_view bytes) {
  static thread_local MessageReader reader;
  return reader.read(bytes);
}

LateAnswer read_answer(std::string_view bytes) {
  return is_binary(bytes, kAnswer) ? read_binary_answer(bytes) : wire::read_answer(bytes);
}

Said said_of(const Session& session, const Sample& sample, const Step& step) {
  const wire::Predicted predicted =
      wire::predicted_of(step.prediction, session.learner().classes());
  return {sample.id,
          std::string(predicted.name),
          predicted.probability,
          predicted.activated,
          step.queries,
          predicted.clipped};
}

std::string write_said(const std::vector<Said>& all, std::int64_t offset, std::uint64_t time,
                       bool binary) {
  return binary ? write_binary(all, offset, time) : write_json(all, offset, time);
}

std::string write_receipt(QueryId id, std::int64_t offset, std::string_view state) {
  return nlohmann::ordered_json{{"label_offset", offset}, {"id", id}, {"state", state}}.dump();
}

}  // namespace mpart::stream
