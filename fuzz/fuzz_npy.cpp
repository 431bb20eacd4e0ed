#include "read_everything.hpp"
#include "source/readers.hpp"

using namespace mpart;

namespace {

// Three rows, so that labels of any type can be read beside them.
std::string three_rows() {
  const std::string header = "{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}";
  return std::string("\x93NUMPY\1\0", 8) + static_cast<char>(header.size()) + '\0' + header + "abc";
}

}  // namespace

// The bytes are features, then labels.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const std::size_t chunk : {std::string::npos, std::size_t{5}}) {
    fuzz::read_everything([&] { return read_npy(fuzz::stream_of(bytes, chunk), nullptr, {}); });
    fuzz::read_everything([&] {
      return read_npy(fuzz::stream_of(three_rows(), chunk), fuzz::stream_of(bytes, chunk), {});
    });
  }
  return 0;
}
