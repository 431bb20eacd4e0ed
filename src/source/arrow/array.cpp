#include "source/arrow/array.hpp"

#include "source/unpack_block.hpp"

namespace mpart::arrow {
namespace {

constexpr std::size_t kView = 16;          // bytes of a view
constexpr std::size_t kShortestView = 12;  // a longer text lies elsewhere

template <typename Offset>
bool find_text(const Array& array, std::uint64_t i, std::string_view& value) {
  const char* const at = array.offsets.data() + i * sizeof(Offset);
  const auto begin = load_little_endian<Offset>(at);
  const auto end = load_little_endian<Offset>(at + sizeof(Offset));
  if (begin < 0 || end < begin || static_cast<std::uint64_t>(end) > array.values.size()) {
    return false;
  }
  value =
      array.values.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
  return true;
}

bool find_view(const Array& array, std::uint64_t i, std::string_view& value) {
  const char* const at = array.values.data() + i * kView;
  const auto length = load_little_endian<std::uint32_t>(at);
  if (length <= kShortestView) {
    value = {at + 4, length};
    return true;
  }
  const auto buffer = load_little_endian<std::uint32_t>(at + 8);
  const auto offset = load_little_endian<std::uint32_t>(at + 12);
  if (buffer >= array.further.size()) return false;
  const std::string_view bytes = array.further[buffer];
  if (offset > bytes.size() || length > bytes.size() - offset) return false;
  value = bytes.substr(offset, length);
  return true;
}

// Whether there are `count` elements of `size` bytes, whatever the numbers are.
bool holds(std::string_view bytes, std::uint64_t count, std::size_t size) {
  return count <= bytes.size() / size;
}

}  // namespace

bool find_value(const Array& array, const ArrayType& type, std::uint64_t i, std::string_view& value,
                char& bit) {
  switch (type.layout) {
    case Layout::kNull:
      value = {};
      return true;
    case Layout::kBits:
      bit = static_cast<char>(static_cast<unsigned char>(array.values[i / 8]) >> (i % 8) & 1);
      value = {&bit, 1};
      return true;
    case Layout::kFixed:
      value = array.values.substr(i * type.cell.width, type.cell.width);
      return true;
    case Layout::kText:
      return find_text<std::int32_t>(array, i, value);
    case Layout::kLargeText:
      return find_text<std::int64_t>(array, i, value);
    case Layout::kViews:
      return find_view(array, i, value);
  }
  return false;
}

BatchReader::BatchReader(const FlatTable& batch, std::string_view body,
                         std::vector<TableBuffer>& unpacked, TableMemory& memory,
                         const std::string& name)
    : nodes_(batch.vector(1, 16)),
      buffers_(batch.vector(2, 16)),
      view_counts_(batch.vector(4, 8)),
      body_(body),
      unpacked_(&unpacked),
      memory_(&memory),
      name_(&name) {
  const auto length = batch.number<std::int64_t>(0, 0);
  if (length < 0) damaged();
  length_ = static_cast<std::uint64_t>(length);
  if (const std::optional<FlatTable> compression = batch.table(3)) {
    compressed_ = true;
    zstd_ = compression->number<std::int8_t>(0, 0) != 0;
  }
}

Array BatchReader::take(const ArrayType& type) {
  if (node_ == nodes_.size()) damaged();
  Array array;
  array.length = length_;
  const auto rows = nodes_.number<std::int64_t>(node_);
  const auto missing = nodes_.number<std::int64_t>(node_, 8);
  ++node_;
  if (rows < 0 || static_cast<std::uint64_t>(rows) != length_) damaged();
  if (type.layout == Layout::kNull) return array;
  array.validity = take_buffer();
  if (missing == 0) array.validity = {};
  const std::uint64_t bytes_of_bits = length_ / 8 + (length_ % 8 != 0 ? 1 : 0);
  if (!array.validity.empty() && array.validity.size() < bytes_of_bits) damaged();
  bool sound = true;
  if (type.layout == Layout::kText || type.layout == Layout::kLargeText) {
    const std::size_t width = type.layout == Layout::kText ? 4 : 8;
    array.offsets = take_buffer();
    array.values = take_buffer();
    sound = length_ == 0 || (holds(array.offsets, length_, width) &&
                             array.offsets.size() / width > length_);  // one more than rows
  } else {
    array.values = take_buffer();
    if (type.layout == Layout::kBits) sound = array.values.size() >= bytes_of_bits;
    if (type.layout == Layout::kFixed) sound = holds(array.values, length_, type.cell.width);
    if (type.layout == Layout::kViews) sound = holds(array.values, length_, kView);
  }
  if (!sound) damaged();
  if (type.layout == Layout::kViews) {
    if (views_ == view_counts_.size()) damaged();
    const auto count = view_counts_.number<std::int64_t>(views_++);
    if (count < 0 || static_cast<std::uint64_t>(count) > buffers_.size() - buffer_) damaged();
    for (std::int64_t i = 0; i < count; ++i) array.further.push_back(take_buffer());
  }
  return array;
}

std::string_view BatchReader::take_buffer() {
  if (buffer_ == buffers_.size()) damaged();
  const auto offset = buffers_.number<std::int64_t>(buffer_);
  const auto length = buffers_.number<std::int64_t>(buffer_, 8);
  ++buffer_;
  if (offset < 0 || length < 0 || static_cast<std::uint64_t>(offset) > body_.size() ||
      static_cast<std::uint64_t>(length) > body_.size() - static_cast<std::uint64_t>(offset)) {
    damaged();
  }
  const std::string_view bytes =
      body_.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
  return compressed_ && !bytes.empty() ? unpack(bytes) : bytes;
}

// Compressed bytes stand behind the size that they will have; -1 means that they are not.
std::string_view BatchReader::unpack(std::string_view bytes) {
  constexpr std::size_t kHead = 8;
  if (bytes.size() < kHead) damaged();
  const auto size = load_little_endian<std::int64_t>(bytes.data());
  bytes.remove_prefix(kHead);
  if (size == -1) return bytes;
  const Packing packing = zstd_ ? Packing::kZstd : Packing::kLz4Frame;
  if (size < 0 || !can_unpack_to(packing, bytes.size(), static_cast<std::size_t>(size))) damaged();
  if (used_ == unpacked_->size()) unpacked_->emplace_back();
  TableBuffer& buffer = (*unpacked_)[used_++];
  if (!unpack_block(packing, bytes, buffer.resize(static_cast<std::size_t>(size), *memory_),
                    *name_)) {
    bad_input(*name_, "a record batch cannot be decompressed");
  }
  return buffer.view();
}

void BatchReader::damaged() const { bad_input(*name_, "damaged record batch"); }

}  // namespace mpart::arrow
