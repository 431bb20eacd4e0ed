#include "stream/inputs.hpp"

#include <string>

#include "mpart/error.hpp"

namespace mpart::stream {

namespace {

enum Kind : std::uint8_t { kSample = 1, kLabel = 2, kSkip = 3, kWithdraw = 4 };

class Silent : public Oracle {
 public:
  Answer ask(const Query& /*query*/) override { return {}; }
};

Kind kind_of(const Answer& answer) {
  if (answer.kind == Answer::Kind::kLabel) return kLabel;
  return answer.kind == Answer::Kind::kSkip ? kSkip : kWithdraw;
}

}  // namespace

void write(Writer& writer, const Sample& sample) {
  writer.u8(kSample);
  writer.text(sample.id);
  writer.f64s(sample.values);
}

void write(Writer& writer, const LateAnswer& late) {
  writer.u8(kind_of(late.answer));
  writer.u64(late.id);
  writer.text(late.answer.label);
}

void apply_all(std::string_view inputs, Session& session) {
  Silent nobody;
  Reader reader(inputs);
  while (!reader.done()) {
    const std::uint8_t kind = reader.u8();
    require(kind >= kSample && kind <= kWithdraw, "no such input");
    if (kind == kSample) {
      Sample sample;
      sample.id = reader.text();
      sample.values = reader.f64s();
      apply(sample, session, nobody);
      continue;
    }
    LateAnswer late;
    late.id = reader.u64();
    late.answer.label = reader.text();
    late.answer.kind = kind == kLabel  ? Answer::Kind::kLabel
                       : kind == kSkip ? Answer::Kind::kSkip
                                       : Answer::Kind::kWithdraw;
    apply(late, session);
  }
}

const Step& apply(Sample& sample, Session& session, Oracle& oracle) {
  sample.row = session.counters().samples + 1;
  return session.step(sample, oracle);
}

void apply(const LateAnswer& late, Session& session) {
  switch (late.answer.kind) {
    case Answer::Kind::kLabel:
      return session.teach(late.id, late.answer.label);
    case Answer::Kind::kSkip:
      return session.skip(late.id);
    case Answer::Kind::kWithdraw:
      return session.withdraw(late.id);
    case Answer::Kind::kLater:
    case Answer::Kind::kQuit:
      return;
  }
}

}  // namespace mpart::stream
