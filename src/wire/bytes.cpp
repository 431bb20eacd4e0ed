#include "wire/bytes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "mpart/error.hpp"

namespace mpart::wire {

namespace {

constexpr Answer::Kind kKinds[kAnswerCodes] = {Answer::Kind::kLabel, Answer::Kind::kSkip,
                                               Answer::Kind::kWithdraw};

bool are_floats(const std::vector<double>& values) {
  return std::ranges::all_of(values, [](double value) {
    return std::isnan(value) || static_cast<double>(static_cast<float>(value)) == value;
  });
}

// A value that is missing is NaN.
double read_value(Reader& reader, bool floats) {
  const double value =
      floats ? static_cast<double>(std::bit_cast<float>(reader.u32())) : reader.f64();
  require(!std::isinf(value), "a number that is not finite");
  return value;
}

float load_float(const char* bytes) {
  std::uint32_t bits = 0;
  for (int i = 3; i >= 0; --i) bits = bits << 8 | static_cast<std::uint8_t>(bytes[i]);
  return std::bit_cast<float>(bits);
}

}  // namespace

std::uint8_t code_of(Answer::Kind kind) {
  return static_cast<std::uint8_t>(std::find(kKinds, kKinds + kAnswerCodes - 1, kind) - kKinds);
}

Answer::Kind kind_of_answer(std::uint8_t code) { return kKinds[code]; }

void write_answer(Writer& writer, const LateAnswer& late) {
  writer.u64(late.id);
  writer.text(late.answer.label);
}

LateAnswer read_answer(Reader& reader, std::uint8_t code) {
  LateAnswer late;
  late.id = reader.u64();
  late.answer.label = reader.text();
  late.answer.kind = kind_of_answer(code);
  return late;
}

// What networks give and binary messages hold are floats: half as long, and exact.
void write_samples(Writer& writer, std::span<const Sample> samples) {
  const bool floats = std::ranges::all_of(samples, are_floats, &Sample::values);
  const bool named =
      std::ranges::any_of(samples, [](const Sample& one) { return !one.id.empty(); });
  writer.u8(floats ? kInputFloats : kInputDoubles);
  writer.u8(named ? 1 : 0);
  writer.u32(static_cast<std::uint32_t>(samples.front().values.size()));
  writer.u64(samples.size());
  for (const Sample& sample : samples) {
    for (const double value : sample.values) {
      if (floats) {
        writer.u32(std::bit_cast<std::uint32_t>(static_cast<float>(value)));
      } else {
        writer.f64(value);
      }
    }
    if (named) writer.text(sample.id);
  }
}

void read_samples(Reader& reader, std::uint8_t kind, const std::function<void(Sample&)>& take) {
  const bool floats = kind == kInputFloats;
  const bool named = reader.u8() != 0;
  const std::uint32_t width = reader.u32();
  require(width > 0, "samples without values");
  const std::size_t size = floats ? sizeof(float) : sizeof(double);
  Sample sample;
  for (std::size_t left = reader.count(width * size); left > 0; --left) {
    sample.values.resize(width);
    for (double& value : sample.values) value = read_value(reader, floats);
    if (named) sample.id = reader.text();
    take(sample);
  }
}

std::vector<Sample> read_float_rows(std::string_view bytes, std::size_t most) {
  constexpr std::size_t kHeader = 4 + 4;
  const auto refuse = [](const std::string& why) { throw invalid_data(why); };
  if (bytes.size() < kHeader) refuse("binary samples: cut short");
  Reader header(bytes);
  const std::uint64_t width = header.u32();
  const std::uint64_t rows = header.u32();
  if (rows == 0) refuse("at least one sample expected, none found");
  if (rows > most) {
    refuse("at most " + std::to_string(most) + " samples expected, " + std::to_string(rows) +
           " found");
  }
  if (bytes.size() - kHeader != width * rows * sizeof(float)) {
    refuse("binary samples: " + std::to_string(width * rows * sizeof(float)) +
           " bytes of values expected, " + std::to_string(bytes.size() - kHeader) + " found");
  }
  const char* next = bytes.data() + kHeader;
  std::vector<Sample> samples(rows);
  for (Sample& sample : samples) {
    sample.values.reserve(width);
    for (std::uint64_t i = 0; i < width; ++i, next += sizeof(float)) {
      sample.values.push_back(static_cast<double>(load_float(next)));
    }
  }
  return samples;
}

}  // namespace mpart::wire
