#include <algorithm>
#include <array>

#include "source/array_source.hpp"
#include "source/readers.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

using Kind = ArrayFormat::Kind;

std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (const char byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
  return value;
}

struct Type {
  char code;
  Kind kind;
  std::size_t bytes;
};

constexpr std::array kTypes = {Type{0x08, Kind::kUnsigned, 1}, Type{0x09, Kind::kSigned, 1},
                               Type{0x0B, Kind::kSigned, 2},   Type{0x0C, Kind::kSigned, 4},
                               Type{0x0D, Kind::kFloat, 4},    Type{0x0E, Kind::kFloat, 8}};

// Two zeros, type, number of dimensions, each dimension in four bytes; all big-endian.
ArrayRows open_idx_array(std::unique_ptr<ByteStream> stream) {
  const std::string name = stream->name();
  std::string_view bytes = stream->peek(4);
  const bool complete = bytes.size() >= 4 && bytes[0] == 0 && bytes[1] == 0;
  const auto* const type = std::find_if(kTypes.begin(), kTypes.end(), [&](const Type& each) {
    return complete && each.code == bytes[2];
  });
  if (type == kTypes.end()) bad_input(name, "not an IDX file");
  ArrayFormat format{type->kind, type->bytes, true, {}};
  const std::size_t dimensions = static_cast<unsigned char>(bytes[3]);
  const std::size_t start = 4 + 4 * dimensions;
  bytes = stream->peek(start);
  if (bytes.size() < start) bad_input(name, "the IDX header ends early");
  for (std::size_t i = 0; i < dimensions; ++i) {
    format.shape.push_back(big_endian(bytes.substr(4 + 4 * i, 4)));
  }
  stream->consume(start);
  return {std::move(stream), std::move(format)};
}

}  // namespace

std::unique_ptr<Source> read_idx(std::unique_ptr<ByteStream> stream,
                                 std::unique_ptr<ByteStream> labels, const SourceOptions& options) {
  return read_arrays(open_idx_array, std::move(stream), std::move(labels), options);
}

}  // namespace mpart
