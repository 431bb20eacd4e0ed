#include "read_table.hpp"

using namespace mpart;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const auto stream = [&](std::size_t chunk) {
    return fuzz::read_table([&] { return open_arrow_stream(fuzz::stream_of(bytes, chunk)); });
  };
  fuzz::require(stream(std::string::npos) == stream(5));
  fuzz::read_table([&] { return open_arrow_file(random_input_of("data", bytes)); });
  return 0;
}
