#include <zstd.h>

#include "source/unpack_block.hpp"

namespace mpart {

bool unpack_zstd(std::string_view packed, std::span<char> into, const std::string& /*name*/) {
  const std::size_t size = ZSTD_decompress(into.data(), into.size(), packed.data(), packed.size());
  return ZSTD_isError(size) == 0 && size == into.size();
}

}  // namespace mpart
