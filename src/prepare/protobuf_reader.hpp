#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mpart::embed {

// Thrown by ProtobufReader and by those who read with it; never leaves the functions that read a
// file.
struct DamagedProtobuf {};

// The fields of one protobuf message, one after another: varint(number << 3 | kind), then the
// value. Reads nothing beyond the end; throws DamagedProtobuf.
class ProtobufReader {
 public:
  explicit ProtobufReader(std::string_view bytes) : rest_(bytes) {}

  bool next();  // false: there are no more

  // Of the field that next() found.
  std::uint64_t field() const { return field_; }
  std::uint64_t number() const { return number_; }   // of kind 0, else 0
  std::string_view bytes() const { return bytes_; }  // of the other kinds, else empty
  std::string text() const { return std::string(bytes_); }

  // For repeated numbers that are packed into one field.
  std::uint64_t varint();
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view take(std::uint64_t count);

  std::string_view rest_;
  std::uint64_t field_ = 0;
  std::uint64_t number_ = 0;
  std::string_view bytes_;
};

}  // namespace mpart::embed
