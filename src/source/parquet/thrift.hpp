#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mpart::parquet {

// Types of Thrift's compact protocol. A field that is true or false has no other bytes.
enum class ThriftType : std::uint8_t {
  kStop = 0,
  kTrue = 1,
  kFalse = 2,
  kByte = 3,
  kInt16 = 4,
  kInt32 = 5,
  kInt64 = 6,
  kDouble = 7,
  kBinary = 8,
  kList = 9,
  kSet = 10,
  kMap = 11,
  kStruct = 12,
};

// Reads Thrift's compact protocol from bytes that may be anything. After a fault it has failed, and
// all that is read is zero and empty; who reads asks at the end.
class ThriftReader {
 public:
  explicit ThriftReader(std::string_view bytes) : bytes_(bytes) {}

  bool failed() const { return failed_; }
  std::size_t position() const { return position_; }

  // Calls visit(id, type) for each field of a struct. The visitor reads or skips the value.
  template <typename Visit>
  void read_struct(ThriftType type, Visit visit) {
    if (!enter(type, ThriftType::kStruct)) return;
    std::int64_t id = 0;
    ThriftType field{};
    while (next_field(id, field)) visit(id, field);
    --depth_;
  }

  // Calls visit(type) for each element of a list.
  template <typename Visit>
  void read_list(ThriftType type, Visit visit) {
    if (!enter(type, ThriftType::kList)) return;
    ThriftType element{};
    for (std::uint64_t left = list_head(element); left > 0 && !failed_; --left) visit(element);
    --depth_;
  }

  // Values of a field or an element of this type; another type is a fault.
  std::int64_t integer(ThriftType type);
  std::string_view binary(ThriftType type);
  bool boolean(ThriftType type);
  void skip(ThriftType type);

 private:
  static constexpr int kDeepest = 32;  // structs and lists inside each other

  bool enter(ThriftType type, ThriftType expected);
  bool next_field(std::int64_t& id, ThriftType& type);
  std::uint64_t list_head(ThriftType& element);
  void skip_element(ThriftType type);
  void skip_map();
  std::uint8_t byte();
  std::uint64_t varint();
  void advance(std::uint64_t count);

  std::string_view bytes_;
  std::size_t position_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

}  // namespace mpart::parquet
