#include "read_everything.hpp"
#include "source/readers.hpp"

using namespace mpart;

// The bytes are features, then features and labels at once.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const std::size_t chunk : {std::string::npos, std::size_t{5}}) {
    fuzz::read_everything([&] { return read_idx(fuzz::stream_of(bytes, chunk), nullptr, {}); });
    fuzz::read_everything(
        [&] { return read_idx(fuzz::stream_of(bytes, chunk), fuzz::stream_of(bytes, chunk), {}); });
  }
  return 0;
}
