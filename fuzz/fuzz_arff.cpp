#include "read_everything.hpp"
#include "source/readers.hpp"

using namespace mpart;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  SourceOptions options;
  const auto read = [&](std::size_t chunk) {
    return fuzz::read_everything([&] { return read_arff(fuzz::stream_of(bytes, chunk), options); });
  };
  const std::uint64_t rows = read(std::string::npos);
  fuzz::require(read(1) == rows);
  options.labelled = false;
  read(std::string::npos);
  return 0;
}
