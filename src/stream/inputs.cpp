#include "stream/inputs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "mpart/error.hpp"

namespace mpart::stream {

namespace {

enum Kind : std::uint8_t { kFloats = 1, kDoubles = 2, kLabel = 3, kSkip = 4, kWithdraw = 5 };

class Silent : public Oracle {
 public:
  Answer ask(const Query& /*query*/) override { return {}; }
};

Kind kind_of(const Answer& answer) {
  if (answer.kind == Answer::Kind::kLabel) return kLabel;
  return answer.kind == Answer::Kind::kSkip ? kSkip : kWithdraw;
}

bool are_floats(const std::vector<double>& values) {
  return std::ranges::all_of(
      values, [](double value) { return static_cast<double>(static_cast<float>(value)) == value; });
}

double read_float(Reader& reader) {
  const auto value = std::bit_cast<float>(reader.u32());
  require(std::isfinite(value), "a number that is not finite");
  return static_cast<double>(value);
}

void apply_samples(Reader& reader, bool floats, Session& session) {
  Silent nobody;
  const bool named = reader.u8() != 0;
  const std::uint32_t width = reader.u32();
  require(width > 0, "samples without values");
  const std::size_t size = floats ? sizeof(float) : sizeof(double);
  Sample sample;
  for (std::size_t left = reader.count(width * size); left > 0; --left) {
    sample.values.resize(width);
    for (double& value : sample.values) value = floats ? read_float(reader) : reader.finite();
    if (named) sample.id = reader.text();
    apply(sample, session, nobody);
  }
}

}  // namespace

// What networks give and binary messages hold are floats: half as long, and exact.
void write(Writer& writer, std::span<const Sample> samples) {
  const bool floats = std::ranges::all_of(samples, are_floats, &Sample::values);
  const bool named =
      std::ranges::any_of(samples, [](const Sample& one) { return !one.id.empty(); });
  writer.u8(floats ? kFloats : kDoubles);
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

void write(Writer& writer, const LateAnswer& late) {
  writer.u8(kind_of(late.answer));
  writer.u64(late.id);
  writer.text(late.answer.label);
}

void apply_all(std::string_view inputs, Session& session) {
  Reader reader(inputs);
  while (!reader.done()) {
    const std::uint8_t kind = reader.u8();
    require(kind >= kFloats && kind <= kWithdraw, "no such input");
    if (kind == kFloats || kind == kDoubles) {
      apply_samples(reader, kind == kFloats, session);
      continue;
    }
    LateAnswer late;
    late.id = reader.u64();
    late.answer.label = reader.text();
    late.answer.kind = kind == kLabel  ? Answer::Kind::kLabel
                       : kind == kSkip ? Answer::Kind::kSkip
                                       : Answer::Kind::kWithdraw;
    session.apply(late.id, late.answer);
  }
}

const Step& apply(Sample& sample, Session& session, Oracle& oracle) {
  sample.row = session.counters().samples + 1;
  return session.step(sample, oracle);
}

}  // namespace mpart::stream
