#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace mpart {

// How a block of bytes inside a file is compressed.
enum class Packing { kNone, kSnappy, kGzip, kZstd, kLz4Block, kLz4Hadoop, kLz4Frame };

// Whether so few bytes can give so many; false for the sizes of most damaged files.
bool can_unpack_to(Packing packing, std::size_t packed, std::size_t unpacked);

// Unpacks a block; false unless it is sound and gives exactly into.size() bytes. Throws
// Error(kUnsupported) that begins with `name` if this mpart was built without what it takes.
bool unpack_block(Packing packing, std::string_view packed, std::span<char> into,
                  const std::string& name);

// The same for one kind, in a file that is left out of a build without libzstd.
bool unpack_zstd(std::string_view packed, std::span<char> into, const std::string& name);

}  // namespace mpart
