#pragma once

#include <algorithm>
#include <string>

#include "source/byte_stream.hpp"

namespace mpart {

// Bytes from memory, at most `chunk` at a time: what tests and fuzzers feed the readers with.
class MemoryInput : public ByteInput {
 public:
  explicit MemoryInput(std::string bytes, std::size_t chunk = std::string::npos,
                       bool tells_size = true)
      : bytes_(std::move(bytes)), chunk_(chunk), tells_size_(tells_size) {}

  std::size_t read(std::span<char> into) override {
    const std::size_t count = std::min({into.size(), chunk_, bytes_.size() - position_});
    std::copy_n(bytes_.data() + position_, count, into.data());
    position_ += count;
    return count;
  }

  std::optional<std::uint64_t> size() const override {
    return tells_size_ ? std::optional<std::uint64_t>(bytes_.size()) : std::nullopt;
  }

 private:
  std::string bytes_;
  std::size_t chunk_;
  bool tells_size_;
  std::size_t position_ = 0;
};

}  // namespace mpart
