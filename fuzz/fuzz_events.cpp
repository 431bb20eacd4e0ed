// The body of an event of the state's log, as it would be replayed: damage that a checksum missed.
#include <cstdint>
#include <string_view>

#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "mpart/session.hpp"
#include "persist/annotation_log.hpp"
#include "persist/session_access.hpp"

using namespace mpart;

namespace {

Session asked_once() {
  SessionOptions options;
  options.budget = {2, 4};
  return Session(options);
}

void replay(std::uint8_t kind, std::string_view body) {
  if (AnnotationEvent::is_one(kind)) {
    const std::string written = AnnotationEvent::decode(kind, body).encode();
    if (AnnotationEvent::decode(kind, written).encode() != written) __builtin_trap();
    return;
  }
  Session session = asked_once();
  Reader reader(body);
  SessionAccess(session).load_queries(reader);
  // What was taken in can be gone on with.
  encode_model(session);
  if (session.ledger().asked() > 0) session.teach(session.ledger().asked(), "cat");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  try {
    replay(data[0], {reinterpret_cast<const char*>(data + 1), size - 1});
  } catch (const Error&) {
  }
  return 0;
}
