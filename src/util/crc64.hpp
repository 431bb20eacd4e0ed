#pragma once

#include <cstdint>
#include <string_view>

namespace mpart {

// CRC-64/XZ: finds every burst of up to 64 flipped bits.
std::uint64_t crc64(std::string_view bytes);

}  // namespace mpart
