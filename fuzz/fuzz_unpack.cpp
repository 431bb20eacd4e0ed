#include <vector>

#include "read_everything.hpp"
#include "source/unpack_block.hpp"

using namespace mpart;

// A byte for the kind of compression, two for the size of what it unpacks to, then the block.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  constexpr Packing kKinds[] = {Packing::kNone,    Packing::kSnappy,   Packing::kGzip,
                                Packing::kZstd,    Packing::kLz4Block, Packing::kLz4Hadoop,
                                Packing::kLz4Frame};
  const Packing kind = kKinds[data[0] % std::size(kKinds)];
  const std::size_t unpacked = data[1] + std::size_t{256} * data[2];
  const std::vector<char> block(data + 3, data + size);  // a byte more is noticed
  std::vector<char> into(unpacked);
  const bool sound = unpack_block(kind, {block.data(), block.size()}, into, "data");
  fuzz::require(!sound || can_unpack_to(kind, block.size(), unpacked));
  return 0;
}
