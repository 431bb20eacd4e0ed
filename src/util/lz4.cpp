#include "util/lz4.hpp"

#include <cstdint>
#include <cstring>

#include "util/back_reference.hpp"
#include "util/little_endian.hpp"

namespace mpart {
namespace {

constexpr std::uint32_t kFrameMagic = 0x184D2204;
constexpr std::uint32_t kPlainBlock =
    0x80000000;  // set in the length of a block that is not packed
constexpr std::size_t kShortestMatch = 4;

// Takes `count` bytes off the front. REQUIRES: so many are there.
std::string_view take_front(std::string_view& bytes, std::size_t count) {
  const std::string_view front = bytes.substr(0, count);
  bytes.remove_prefix(count);
  return front;
}

// Adds to a length of 15 the bytes that follow it, up to the first that is not 255.
bool extend_length(std::string_view& packed, std::size_t& length) {
  if (length != 15) return true;
  for (;;) {
    if (packed.empty()) return false;
    const auto byte = static_cast<unsigned char>(take_front(packed, 1)[0]);
    length += byte;
    if (byte != 255) return true;
  }
}

// Unpacks a block behind the first `done` bytes of `into`, which it may repeat.
bool append_block(std::string_view packed, std::span<char> into, std::size_t& done) {
  while (!packed.empty()) {
    const auto token = static_cast<unsigned char>(take_front(packed, 1)[0]);
    std::size_t literal = token >> 4;
    if (!extend_length(packed, literal)) return false;
    if (literal > packed.size() || literal > into.size() - done) return false;
    if (literal > 0) std::memcpy(into.data() + done, take_front(packed, literal).data(), literal);
    done += literal;
    if (packed.empty()) return true;  // the last sequence has no match
    if (packed.size() < 2) return false;
    const auto offset = load_little_endian<std::uint16_t>(take_front(packed, 2).data());
    std::size_t match = token & 15;
    if (!extend_length(packed, match)) return false;
    if (!repeat_bytes(into, done, offset, match + kShortestMatch)) return false;
  }
  return true;
}

// What the flags of a frame say of the bytes around its blocks.
struct FrameFlags {
  explicit FrameFlags(unsigned char flags) : byte(flags) {}
  bool is_known() const { return byte >> 6 == 1; }  // the version
  std::size_t header_size() const {  // behind the magic: flags, block size, what they announce
    return std::size_t{3} + ((byte & 8) != 0 ? 8 : 0) + ((byte & 1) != 0 ? 4 : 0);
  }
  std::size_t block_checksum() const { return (byte & 16) != 0 ? 4 : 0; }
  unsigned char byte;
};

}  // namespace

bool unpack_lz4_block(std::string_view packed, std::span<char> into) {
  std::size_t done = 0;
  return append_block(packed, into, done) && done == into.size();
}

bool unpack_lz4_frame(std::string_view packed, std::span<char> into) {
  if (packed.size() < 7 || load_little_endian<std::uint32_t>(packed.data()) != kFrameMagic) {
    return false;
  }
  packed.remove_prefix(4);
  const FrameFlags flags(static_cast<unsigned char>(packed[0]));
  if (!flags.is_known() || packed.size() < flags.header_size()) return false;
  packed.remove_prefix(flags.header_size());
  std::size_t done = 0;
  for (;;) {
    if (packed.size() < 4) return false;
    const auto head = load_little_endian<std::uint32_t>(take_front(packed, 4).data());
    if (head == 0) return done == into.size();
    const std::size_t size = head & ~kPlainBlock;
    if (packed.size() < size + flags.block_checksum()) return false;
    const std::string_view block = take_front(packed, size);
    packed.remove_prefix(flags.block_checksum());
    if ((head & kPlainBlock) == 0) {
      if (!append_block(block, into, done)) return false;
      continue;
    }
    if (size > into.size() - done) return false;
    std::memcpy(into.data() + done, block.data(), size);
    done += size;
  }
}

}  // namespace mpart
