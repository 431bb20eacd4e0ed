#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mpart::embed {

// Thrown by what reads bytes of protobuf that are no message; never leaves this folder.
struct DamagedMessage {};

// The fields of one protobuf message: varint(number << 3 | kind), then the value. Every length is
// checked against what is there, and nothing is copied.
class ProtobufFields {
 public:
  explicit ProtobufFields(std::string_view bytes) : rest_(bytes) {}

  // Goes to the next field; false at the end. Throws DamagedMessage.
  bool next() {
    if (rest_.empty()) return false;
    const std::uint64_t tag = varint();
    field_ = tag >> 3;
    number_ = 0;
    bytes_ = {};
    const std::uint64_t kind = tag & 7;
    if (field_ == 0 || (kind > 2 && kind != 5)) throw DamagedMessage();
    if (kind == 0) number_ = varint();
    if (kind == 1) bytes_ = take(8);
    if (kind == 2) bytes_ = take(varint());
    if (kind == 5) bytes_ = take(4);
    return true;
  }

  std::uint64_t field() const { return field_; }
  std::uint64_t number() const { return number_; }
  std::string_view bytes() const { return bytes_; }
  std::string text() const { return std::string(bytes_); }

  // The next number of a packed list; not to be mixed with next().
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(take(1).front());
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return value;
    }
    throw DamagedMessage();
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view take(std::uint64_t count) {
    if (count > rest_.size()) throw DamagedMessage();
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

  std::string_view rest_;
  std::uint64_t field_ = 0;
  std::uint64_t number_ = 0;
  std::string_view bytes_;
};

}  // namespace mpart::embed
