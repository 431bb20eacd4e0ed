#include "read_table.hpp"

using namespace mpart;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  fuzz::read_table([&] { return open_parquet(random_input_of("data", bytes)); });
  return 0;
}
