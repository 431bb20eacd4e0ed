// Model files: the bytes as they come, and as the payload of a file whose checksum is right.
#include <cstdint>

#include "mpart/mpart.hpp"
#include "util/crc64.hpp"

namespace {

void load_and_use(std::string_view bytes) {
  try {
    mpart::Session session = mpart::decode_model(bytes);
    mpart::Sample sample;
    sample.values.assign(session.learner().width() == 0 ? 2 : session.learner().width(), 0.5);
    sample.label = "a";
    mpart::ColumnOracle oracle;
    session.step(sample, oracle);
    session.finish(oracle);
    (void)session.learner().graph();
    (void)mpart::decode_model(mpart::encode_model(session));
  } catch (const mpart::Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  load_and_use(bytes);
  for (const std::uint32_t version : {1U, 2U}) {
    mpart::Writer sealed;
    sealed.raw(std::string_view("MPART\r\n\x1a", 8));
    sealed.u32(version);
    sealed.u64(size);
    sealed.raw(bytes);
    sealed.u64(mpart::crc64(sealed.bytes()));
    load_and_use(sealed.bytes());
  }
  return 0;
}
