#include "source/unpack_block.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>

#include "mpart/error.hpp"
#include "source/byte_stream.hpp"
#include "util/lz4.hpp"
#include "util/snappy.hpp"

namespace mpart {
namespace {

// Gives bytes that somebody else keeps.
class ViewInput : public ByteInput {
 public:
  explicit ViewInput(std::string_view bytes) : bytes_(bytes) {}

  std::size_t read(std::span<char> into) override {
    const std::size_t count = std::min(into.size(), bytes_.size());
    std::copy_n(bytes_.data(), count, into.data());
    bytes_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view bytes_;
};

bool unpack_gzip(std::string_view packed, std::span<char> into, const std::string& name) {
  constexpr std::size_t kLeastBuffer = 64;  // of a stream, which grows as it has to
  auto stream = std::make_unique<ByteStream>(name, std::make_unique<ViewInput>(packed),
                                             std::max(packed.size(), kLeastBuffer));
  if (!is_gzip(*stream)) return false;
  try {
    const std::unique_ptr<ByteStream> unpacked = unpack(std::move(stream));
    std::size_t done = 0;
    for (;;) {
      const std::string_view bytes = unpacked->peek(1);
      if (bytes.empty()) return done == into.size();
      if (bytes.size() > into.size() - done) return false;
      std::memcpy(into.data() + done, bytes.data(), bytes.size());
      done += bytes.size();
      unpacked->consume(bytes.size());
    }
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInvalidData) throw;
    return false;
  }
}

std::size_t big_endian_size(const char* bytes) {
  std::size_t size = 0;
  for (int i = 0; i < 4; ++i) size = size << 8 | static_cast<unsigned char>(bytes[i]);
  return size;
}

// Blocks, each behind its unpacked and its packed size.
bool unpack_lz4_hadoop(std::string_view packed, std::span<char> into) {
  constexpr std::size_t kSizes = 8;
  while (packed.size() >= kSizes) {
    const std::size_t unpacked_size = big_endian_size(packed.data());
    const std::size_t packed_size = big_endian_size(packed.data() + 4);
    packed.remove_prefix(kSizes);
    if (packed_size > packed.size() || unpacked_size > into.size()) return false;
    if (!unpack_lz4_block(packed.substr(0, packed_size), into.first(unpacked_size))) return false;
    packed.remove_prefix(packed_size);
    into = into.subspan(unpacked_size);
  }
  return packed.empty() && into.empty();
}

}  // namespace

bool can_unpack_to(Packing packing, std::size_t packed, std::size_t unpacked) {
  // The most that a byte can become: a copy of 64 bytes takes 3 of Snappy, one of 258 takes 2 bits
  // of gzip, 255 bytes one of LZ4, a block of 128 KiB 4 of Zstandard.
  constexpr std::size_t kMostSnappy = 64, kMostGzip = 1100, kMostLz4 = 256, kMostZstd = 1 << 15;
  constexpr std::size_t kHead = 64;  // so that the first bytes need no count of their own
  switch (packing) {
    case Packing::kNone:
      return packed == unpacked;
    case Packing::kSnappy:
      return unpacked / kMostSnappy <= packed + kHead;
    case Packing::kGzip:
      return unpacked / kMostGzip <= packed + kHead;
    case Packing::kLz4Block:
    case Packing::kLz4Hadoop:
    case Packing::kLz4Frame:
      return unpacked / kMostLz4 <= packed + kHead;
    case Packing::kZstd:
      return unpacked / kMostZstd <= packed + kHead;
  }
  return false;
}

bool unpack_block(Packing packing, std::string_view packed, std::span<char> into,
                  const std::string& name) {
  switch (packing) {
    case Packing::kNone:
      if (packed.size() != into.size()) return false;
      std::copy(packed.begin(), packed.end(), into.begin());
      return true;
    case Packing::kSnappy:
      return unpack_snappy(packed, into);
    case Packing::kGzip:
      return unpack_gzip(packed, into, name);
    case Packing::kZstd:
      return unpack_zstd(packed, into, name);
    case Packing::kLz4Block:
      return unpack_lz4_block(packed, into);
    case Packing::kLz4Hadoop:  // writers disagreed about what this is
      return unpack_lz4_hadoop(packed, into) || unpack_lz4_block(packed, into) ||
             unpack_lz4_frame(packed, into);
    case Packing::kLz4Frame:
      return unpack_lz4_frame(packed, into);
  }
  return false;
}

}  // namespace mpart
