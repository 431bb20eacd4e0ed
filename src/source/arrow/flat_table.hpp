#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "util/little_endian.hpp"
#include "util/text.hpp"

namespace mpart::arrow {

// The bytes of a FlatBuffers message, from anywhere. Every access is checked; one that is outside
// throws Error(kInvalidData).
struct FlatBytes {
  std::string_view bytes;
  const std::string* name = nullptr;  // of the file

  [[noreturn]] void damaged() const { bad_input(*name, "damaged Arrow metadata"); }

  template <typename Number>
  Number load(std::uint64_t position) const {
    if (position > bytes.size() || bytes.size() - position < sizeof(Number)) damaged();
    return load_little_endian<Number>(bytes.data() + position);
  }

  // Where the offset that stands at `position` points to.
  std::uint64_t follow(std::uint64_t position) const {
    return position + load<std::uint32_t>(position);
  }
};

// A vector inside a message.
class FlatVector {
 public:
  FlatVector() = default;
  // REQUIRES: element_size > 0. Throws if the elements are not all there.
  FlatVector(const FlatBytes& message, std::uint64_t position, std::size_t element_size)
      : message_(&message), begin_(position + 4), element_size_(element_size) {
    count_ = message.load<std::uint32_t>(position);
    if (begin_ > message.bytes.size() || count_ > (message.bytes.size() - begin_) / element_size) {
      message.damaged();
    }
  }

  std::size_t size() const { return count_; }

  // A number `offset` bytes into element i. REQUIRES: i < size().
  template <typename Number>
  Number number(std::size_t i, std::size_t offset = 0) const {
    return message_->load<Number>(begin_ + i * element_size_ + offset);
  }

  // Where the table that element i points to begins. REQUIRES: i < size().
  std::uint64_t follow(std::size_t i) const { return message_->follow(begin_ + i * element_size_); }

 private:
  const FlatBytes* message_ = nullptr;
  std::uint64_t begin_ = 0;
  std::size_t count_ = 0, element_size_ = 1;
};

// A table inside a message: fields by their number, each there or not. The message must stay where
// it is.
class FlatTable {
 public:
  FlatTable(const FlatBytes& message, std::uint64_t position);

  // The table that the message begins with.
  static FlatTable root(const FlatBytes& message) { return {message, message.follow(0)}; }

  template <typename Number>
  Number number(std::size_t field, Number otherwise) const {
    const std::uint64_t position = find(field);
    return position == 0 ? otherwise : message_->load<Number>(position);
  }

  std::string_view text(std::size_t field) const;  // empty if it is not there
  std::optional<FlatTable> table(std::size_t field) const;
  FlatVector vector(std::size_t field, std::size_t element_size) const;  // empty likewise

  // Table i of a vector of tables.
  FlatTable element(const FlatVector& vector, std::size_t i) const {
    return {*message_, vector.follow(i)};
  }

  bool has(std::size_t field) const { return find(field) != 0; }

 private:
  std::uint64_t find(std::size_t field) const;  // 0: it is not there

  const FlatBytes* message_;
  std::uint64_t position_, fields_ = 0;  // of the list of fields
  std::size_t fields_size_ = 0;
};

}  // namespace mpart::arrow
