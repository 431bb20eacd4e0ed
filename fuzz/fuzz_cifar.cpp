#include "read_everything.hpp"
#include "source/readers.hpp"

using namespace mpart;

// The bytes are a batch, then the file of class names.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const std::size_t chunk : {std::string::npos, std::size_t{1000}}) {
    fuzz::read_everything([&] { return read_cifar(fuzz::stream_of(bytes, chunk), {}, {}); });
    fuzz::read_everything([&] {
      const std::string batch(3073, '\3');
      return read_cifar(fuzz::stream_of(batch, chunk),
                        read_cifar_names(fuzz::stream_of(bytes, chunk)), {});
    });
  }
  return 0;
}
