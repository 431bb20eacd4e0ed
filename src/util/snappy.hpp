#pragma once

#include <span>
#include <string_view>

namespace mpart {

// Unpacks a block of Snappy data. False unless it is sound and gives exactly into.size() bytes.
bool unpack_snappy(std::string_view packed, std::span<char> into);

}  // namespace mpart
