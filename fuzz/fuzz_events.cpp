// Events of the state's journal, replayed one after another: damage that a checksum missed. An
// event is its kind, its length in two bytes and its body.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/model_file.hpp"
#include "mpart/session.hpp"
#include "persist/durable_session.hpp"

using namespace mpart;

namespace {

std::vector<StateStore::Event> split_events(std::string_view bytes) {
  constexpr std::size_t kHead = 3;
  std::vector<StateStore::Event> events;
  while (bytes.size() >= kHead) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
    const std::size_t length = byte(1) + std::size_t{256} * byte(2);
    const std::string_view body = bytes.substr(kHead, length);
    events.push_back({events.size() + 1, byte(0), std::string(body)});
    bytes.remove_prefix(kHead + body.size());
  }
  return events;
}

Session make_session() {
  SessionOptions options;
  options.budget = {1, 1};
  return Session(options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto events = split_events({reinterpret_cast<const char*>(data), size});
  DurableSession session(make_session(), events);
  // What was taken in can be kept, and gone on with.
  const std::string model = session.encode();
  const StateStore::Parts parts = session.parts();
  if (decode_model(model).counters().samples != session.session().counters().samples) {
    __builtin_trap();
  }
  const std::size_t width = session.session().learner().width();
  session.observe({.values = std::vector<double>(width == 0 ? 2 : width, 0.5)});
  return 0;
}
