#include "source/arrow/flat_table.hpp"

namespace mpart::arrow {

FlatTable::FlatTable(const FlatBytes& message, std::uint64_t position)
    : message_(&message), position_(position) {
  const auto back = static_cast<std::int64_t>(message.load<std::int32_t>(position));
  const std::int64_t fields = static_cast<std::int64_t>(position) - back;
  if (fields < 0) message.damaged();
  fields_ = static_cast<std::uint64_t>(fields);
  fields_size_ = message.load<std::uint16_t>(fields_);
}

std::uint64_t FlatTable::find(std::size_t field) const {
  const std::size_t slot = 4 + 2 * field;
  if (slot + 2 > fields_size_) return 0;
  const auto offset = message_->load<std::uint16_t>(fields_ + slot);
  return offset == 0 ? 0 : position_ + offset;
}

std::string_view FlatTable::text(std::size_t field) const {
  const std::uint64_t position = find(field);
  if (position == 0) return {};
  const std::uint64_t begin = message_->follow(position);
  const FlatVector characters(*message_, begin, 1);  // checks that they are there
  return message_->bytes.substr(begin + 4, characters.size());
}

std::optional<FlatTable> FlatTable::table(std::size_t field) const {
  const std::uint64_t position = find(field);
  if (position == 0) return std::nullopt;
  return FlatTable(*message_, message_->follow(position));
}

FlatVector FlatTable::vector(std::size_t field, std::size_t element_size) const {
  const std::uint64_t position = find(field);
  return position == 0 ? FlatVector()
                       : FlatVector(*message_, message_->follow(position), element_size);
}

}  // namespace mpart::arrow
