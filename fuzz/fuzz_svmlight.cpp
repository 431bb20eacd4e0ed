#include "read_everything.hpp"
#include "source/readers.hpp"

using namespace mpart;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  constexpr std::size_t kFeatures = 16;
  const auto read = [&](std::size_t chunk) {
    return fuzz::read_everything(
        [&] { return read_svmlight(fuzz::stream_of(bytes, chunk), kFeatures, {}); });
  };
  const std::uint64_t rows = read(std::string::npos);
  fuzz::require(read(1) == rows);
  try {
    fuzz::require(largest_svmlight_index(fuzz::stream_of(bytes, 7)) > 0);
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::kInvalidData);
  }
  return 0;
}
