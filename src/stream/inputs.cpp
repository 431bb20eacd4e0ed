#include "stream/inputs.hpp"

#include "wire/bytes.hpp"

namespace mpart::stream {

void write(Writer& writer, const LateAnswer& late) {
  writer.u8(static_cast<std::uint8_t>(wire::kInputAnswer + wire::code_of(late.answer.kind)));
  wire::write_answer(writer, late);
}

void apply_all(std::string_view inputs, Session& session) {
  SilentOracle nobody;
  Reader reader(inputs);
  while (!reader.done()) {
    const std::uint8_t kind = reader.u8();
    require(kind >= wire::kInputFloats && kind < wire::kInputAnswer + wire::kAnswerCodes,
            "an input of an unknown kind");
    if (kind < wire::kInputAnswer) {
      wire::read_samples(reader, kind, [&](Sample& sample) { apply(sample, session, nobody); });
      continue;
    }
    const auto code = static_cast<std::uint8_t>(kind - wire::kInputAnswer);
    const LateAnswer late = wire::read_answer(reader, code);
    session.apply(late.id, late.answer);
  }
}

const Step& apply(Sample& sample, Session& session, Oracle& oracle) {
  sample.row = session.counters().samples + 1;
  sample.label.clear();  // a delta has none
  return session.step(sample, oracle);
}

}  // namespace mpart::stream
