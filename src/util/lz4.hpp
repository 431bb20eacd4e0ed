#pragma once

#include <span>
#include <string_view>

namespace mpart {

// Unpack LZ4 data: a bare block, or a frame with blocks inside. False unless it is sound and gives
// exactly into.size() bytes. Checksums of frames are not looked at.
bool unpack_lz4_block(std::string_view packed, std::span<char> into);
bool unpack_lz4_frame(std::string_view packed, std::span<char> into);

}  // namespace mpart
