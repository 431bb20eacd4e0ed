#include "source/byte_stream.hpp"

#include <algorithm>
#include <cstring>

#include "source/message.hpp"
#include "util/printable.hpp"

namespace mpart {

ByteStream::ByteStream(const std::string& name, std::unique_ptr<ByteInput> input,
                       std::size_t buffer)
    : name_(printable(name)), input_(std::move(input)), buffer_(buffer) {}

std::optional<double> ByteStream::progress() const {
  const std::optional<std::uint64_t> total = size();
  if (!total) return input_->progress();
  if (*total == 0) return 1.0;
  // A file that somebody appends to can be longer than it was when it was opened.
  return std::min(1.0, static_cast<double>(position_) / static_cast<double>(*total));
}

void ByteStream::fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  const std::size_t came = input_->read(std::span(buffer_).subspan(end_));
  end_ += came;
  ended_ = came == 0;
}

}  // namespace mpart
