#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "util/non_copyable.hpp"

namespace mpart {

// Bytes in order, from anywhere: a file, a pipe, a decompressor, memory.
class ByteInput : private NonCopyable {
 public:
  virtual ~ByteInput() = default;

  // Fills the beginning of `into` and returns how many bytes came; 0 only at the end. Fewer than
  // fit are no sign of the end: a live stream is handed on as it comes. REQUIRES: `into` is not
  // empty.
  virtual std::size_t read(std::span<char> into) = 0;

  // Whether read() will not wait: bytes are there, or the end is. Waits up to so long for them.
  virtual bool ready(int /*milliseconds*/) { return true; }

  // All bytes this input will have given at its end; nothing if only reading can tell.
  virtual std::optional<std::uint64_t> size() const { return std::nullopt; }

  // Share that has been read, 0 to 1, of an input that cannot say its size.
  virtual std::optional<double> progress() const { return std::nullopt; }
};

// What every reader reads from: an input with a name for messages, and a buffer to look ahead in.
// The buffer grows with the bytes that are really there, never with a length that a file claims.
// Not thread-safe.
class ByteStream {
 public:
  static constexpr std::size_t kUsualBuffer = std::size_t{1} << 17;

  // Begins with a buffer of `buffer` bytes; tests take a small one. REQUIRES: buffer > 0.
  ByteStream(const std::string& name, std::unique_ptr<ByteInput> input,
             std::size_t buffer = kUsualBuffer);

  const std::string& name() const { return name_; }  // printable

  // The bytes that come next: `at_least` of them or more, fewer only at the end.
  // Valid until the next peek.
  std::string_view peek(std::size_t at_least) {
    while (end_ - begin_ < at_least && !ended_) fill();
    return {buffer_.data() + begin_, end_ - begin_};
  }

  // As peek(), but of a live stream only what has come, or comes with pauses of at most so long.
  std::string_view peek_ready(std::size_t at_least, int milliseconds) {
    while (end_ - begin_ < at_least && !ended_ && input_->ready(milliseconds)) fill();
    return {buffer_.data() + begin_, end_ - begin_};
  }

  // Whether peek(1) will not wait longer than so long.
  bool ready(int milliseconds) { return begin_ < end_ || ended_ || input_->ready(milliseconds); }

  // Goes on by `count` bytes. REQUIRES: the last peek showed that many.
  void consume(std::size_t count) {
    begin_ += count;
    position_ += count;
  }

  std::uint64_t position() const { return position_; }  // bytes consumed
  std::optional<std::uint64_t> size() const { return input_->size(); }
  std::optional<double> progress() const;  // share consumed
  std::size_t buffer_size() const { return buffer_.size(); }

 private:
  void fill();

  std::string name_;
  std::unique_ptr<ByteInput> input_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // the part of buffer_ that has not been consumed
  std::uint64_t position_ = 0;
  bool ended_ = false;
};

// Opens a file, or standard input for "-", and unpacks it if it begins like gzip data.
// Throws Error(kInvalidData) with the system's reason if it cannot be read, or if it is empty.
// A read that a signal interrupts is the end of the stream if `stop` then says so. `idle` is called
// before a read that has to wait.
std::unique_ptr<ByteStream> open_stream(const std::string& path, bool (*stop)() = nullptr,
                                        std::function<void()> idle = {});

inline bool is_gzip(ByteStream& stream) { return stream.peek(2).starts_with("\x1F\x8B"); }

// The contents of gzip data, of one member or several. Throws Error(kInvalidData) while reading if
// the data is damaged or ends early; here, Error(kUnsupported) if built without zlib.
std::unique_ptr<ByteStream> unpack(std::unique_ptr<ByteStream> packed);

}  // namespace mpart
