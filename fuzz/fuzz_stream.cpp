// What a worker reads: messages of both topics, and the records and deltas of a state.
#include <cstdint>
#include <string>

#include "mpart/error.hpp"
#include "sample_forms.hpp"
#include "stream/inputs.hpp"
#include "stream/messages.hpp"
#include "stream/state_records.hpp"
#include "wire/bytes.hpp"
#include "wire/error_table.hpp"
#include "wire/limits.hpp"

using namespace mpart;

namespace {

template <typename Read>
void try_to(Read read) {
  try {
    read();
  } catch (const Error& error) {
    if (!wire::error_row(error.kind()).dead_letter && error.kind() != ErrorKind::kCorrupt) {
      __builtin_trap();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  try_to([&] {
    const stream::SampleMessage message = stream::read_samples(bytes);
    if (message.samples.empty() || message.samples.size() > wire::kMostKafkaSamples)
      __builtin_trap();
    Session session;  // what passes the checks can be learned, and learned again from a state
    SilentOracle nobody;
    for (const Sample& sample : message.samples) session.step(sample, nobody);
    Writer inputs;
    wire::write_samples(inputs, message.samples);
    Session again;
    stream::apply_all(inputs.bytes(), again);
    if (again.counters().samples != session.counters().samples) __builtin_trap();
  });
  for (const wire::SampleForm& form : fuzz::sample_forms()) {
    try_to([&] {
      const stream::SampleMessage message = stream::MessageReader(form).read(bytes);
      for (const Sample& sample : message.samples) {
        if (!fuzz::is_sound(sample, form)) __builtin_trap();
      }
    });
  }
  try_to([&] {
    const LateAnswer late = stream::read_answer(bytes);
    const bool label = late.answer.kind == Answer::Kind::kLabel;
    if (label == late.answer.label.empty() || late.answer.label.size() > wire::kLongestLabel) {
      __builtin_trap();
    }
  });
  try_to([&] {
    Session session;
    stream::apply_all(bytes, session);
  });
  const std::size_t name = size == 0 ? 0 : data[0];
  try_to([&] {
    stream::StateRecord::read(bytes.substr(0, name), bytes.substr(std::min(name, size)));
  });
  return 0;
}
