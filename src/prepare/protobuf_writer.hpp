#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace mpart::embed {

// Writes one protobuf message; messages within it are written first and then added as bytes.
// Fields appear in the order of the calls; protobuf's own libraries order them by number.
class ProtobufWriter {
 public:
  ProtobufWriter& number(std::uint64_t field, std::uint64_t value) {
    varint(field << 3);
    varint(value);
    return *this;
  }
  ProtobufWriter& real(std::uint64_t field, float value) {
    varint(field << 3 | 5);
    const auto bits = std::bit_cast<std::uint32_t>(value);
    for (unsigned shift = 0; shift < 32; shift += 8) out_ += static_cast<char>(bits >> shift);
    return *this;
  }
  ProtobufWriter& bytes(std::uint64_t field, std::string_view value) {
    varint(field << 3 | 2);
    varint(value.size());
    out_ += value;
    return *this;
  }
  ProtobufWriter& message(std::uint64_t field, const ProtobufWriter& value) {
    return bytes(field, value.out_);
  }

  const std::string& str() const { return out_; }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out_ += static_cast<char>(0x80 | (value & 0x7F));
    out_ += static_cast<char>(value);
  }

  std::string out_;
};

}  // namespace mpart::embed
