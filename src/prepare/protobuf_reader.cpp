#include "prepare/protobuf_reader.hpp"

namespace mpart::embed {

bool ProtobufReader::next() {
  if (rest_.empty()) return false;
  const std::uint64_t tag = varint();
  field_ = tag >> 3;
  number_ = 0;
  bytes_ = {};
  const std::uint64_t kind = tag & 7;
  if (field_ == 0 || (kind > 2 && kind != 5)) throw DamagedProtobuf();
  if (kind == 0) number_ = varint();
  if (kind == 1) bytes_ = take(8);
  if (kind == 2) bytes_ = take(varint());
  if (kind == 5) bytes_ = take(4);
  return true;
}

std::uint64_t ProtobufReader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = static_cast<unsigned char>(take(1).front());
    value |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return value;
  }
  throw DamagedProtobuf();
}

std::string_view ProtobufReader::take(std::uint64_t count) {
  if (count > rest_.size()) throw DamagedProtobuf();
  const std::string_view taken = rest_.substr(0, count);
  rest_.remove_prefix(count);
  return taken;
}

}  // namespace mpart::embed
