#include "source/parquet/thrift.hpp"

namespace mpart::parquet {
namespace {

std::int64_t unzigzag(std::uint64_t number) {
  return static_cast<std::int64_t>(number >> 1 ^ (0 - (number & 1)));
}

ThriftType type_of(unsigned bits) { return static_cast<ThriftType>(bits & 15); }

}  // namespace

bool ThriftReader::enter(ThriftType type, ThriftType expected) {
  const bool fits = type == expected || (expected == ThriftType::kList && type == ThriftType::kSet);
  if (!fits || ++depth_ > kDeepest) failed_ = true;
  return !failed_;
}

bool ThriftReader::next_field(std::int64_t& id, ThriftType& type) {
  const unsigned head = byte();
  type = type_of(head);
  if (failed_ || type == ThriftType::kStop) return false;
  // Ids are 16 bits; one that is not is unknown, like any other that nobody asks for.
  id = head >> 4 != 0 ? static_cast<std::int16_t>(id + (head >> 4))
                      : static_cast<std::int16_t>(unzigzag(varint()));
  return !failed_;
}

std::uint64_t ThriftReader::list_head(ThriftType& element) {
  const unsigned head = byte();
  element = type_of(head);
  const std::uint64_t count = head >> 4 == 15 ? varint() : head >> 4;
  if (count > bytes_.size() - position_) failed_ = true;  // an element has a byte at least
  return failed_ ? 0 : count;
}

std::int64_t ThriftReader::integer(ThriftType type) {
  switch (type) {
    case ThriftType::kByte:
      return static_cast<std::int8_t>(byte());
    case ThriftType::kInt16:
    case ThriftType::kInt32:
    case ThriftType::kInt64:
      return unzigzag(varint());
    default:
      failed_ = true;
      return 0;
  }
}

std::string_view ThriftReader::binary(ThriftType type) {
  if (type != ThriftType::kBinary) failed_ = true;
  const std::uint64_t size = varint();
  const std::size_t begin = position_;
  advance(size);
  return failed_ ? std::string_view() : bytes_.substr(begin, size);
}

bool ThriftReader::boolean(ThriftType type) {
  if (type != ThriftType::kTrue && type != ThriftType::kFalse) failed_ = true;
  return type == ThriftType::kTrue;
}

void ThriftReader::skip(ThriftType type) {
  switch (type) {
    case ThriftType::kTrue:
    case ThriftType::kFalse:
      return;
    case ThriftType::kByte:
    case ThriftType::kInt16:
    case ThriftType::kInt32:
    case ThriftType::kInt64:
      integer(type);
      return;
    case ThriftType::kDouble:
      advance(sizeof(double));
      return;
    case ThriftType::kBinary:
      binary(type);
      return;
    case ThriftType::kList:
    case ThriftType::kSet:
      read_list(type, [&](ThriftType element) { skip_element(element); });
      return;
    case ThriftType::kMap:
      skip_map();
      return;
    case ThriftType::kStruct:
      read_struct(type, [&](std::int64_t, ThriftType field) { skip(field); });
      return;
    case ThriftType::kStop:
      break;
  }
  failed_ = true;
}

// In a list, what is true or false has a byte.
void ThriftReader::skip_element(ThriftType type) {
  if (type == ThriftType::kTrue || type == ThriftType::kFalse) {
    advance(1);
  } else {
    skip(type);
  }
}

void ThriftReader::skip_map() {
  if (!enter(ThriftType::kMap, ThriftType::kMap)) return;
  const std::uint64_t count = varint();
  const unsigned types = count > 0 ? byte() : 0;
  if (count > bytes_.size() - position_) failed_ = true;
  for (std::uint64_t i = 0; i < count && !failed_; ++i) {
    skip_element(type_of(types >> 4));
    skip_element(type_of(types));
  }
  --depth_;
}

std::uint8_t ThriftReader::byte() {
  if (failed_ || position_ == bytes_.size()) {
    failed_ = true;
    return 0;
  }
  return static_cast<std::uint8_t>(bytes_[position_++]);
}

std::uint64_t ThriftReader::varint() {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    const std::uint64_t bits = byte();
    if (shift < 64) number |= (bits & 0x7F) << shift;
    if (failed_) return 0;
    if (bits < 0x80) return number;
  }
  failed_ = true;
  return 0;
}

void ThriftReader::advance(std::uint64_t count) {
  if (failed_ || count > bytes_.size() - position_) {
    failed_ = true;
  } else {
    position_ += count;
  }
}

}  // namespace mpart::parquet
