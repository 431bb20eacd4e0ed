#include "read_everything.hpp"
#include "source/byte_stream.hpp"
#include "source/readers.hpp"

using namespace mpart;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const auto read = [&](std::size_t chunk) {
    return fuzz::read_everything(
        [&] { return read_csv(unpack(fuzz::stream_of(bytes, chunk)), {}); });
  };
  // The two may differ in how many rows come before damage is seen.
  read(std::string::npos);
  read(1);
  return 0;
}
