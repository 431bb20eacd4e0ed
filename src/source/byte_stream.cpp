#include "source/byte_stream.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "util/sanitize_text.hpp"
#include "util/system_error.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

// A file descriptor. read(2) instead of a FILE, because fread waits until its buffer is full and a
// live stream on standard input would be learned late.
class FileInput : public ByteInput {
 public:
  FileInput(std::string name, int descriptor, bool owned, bool (*stop)(),
            std::function<void()> idle)
      : name_(std::move(name)),
        descriptor_(descriptor),
        owned_(owned),
        stop_(stop),
        idle_(std::move(idle)) {}
  FileInput(const FileInput&) = delete;
  FileInput& operator=(const FileInput&) = delete;
  ~FileInput() override {
    if (owned_) ::close(descriptor_);
  }

  std::size_t read(std::span<char> into) override {
    if (idle_ && !ready()) idle_();
    for (;;) {
      const ssize_t came = ::read(descriptor_, into.data(), into.size());
      if (came >= 0) return static_cast<std::size_t>(came);
      if (errno != EINTR) throw system_error(name_, errno);
      if (stop_ != nullptr && stop_()) return 0;
    }
  }

  bool ready(int milliseconds) override {
    pollfd waited{descriptor_, POLLIN, 0};
    return ::poll(&waited, 1, milliseconds) > 0;
  }

  std::optional<std::uint64_t> size() const override { return size_; }

  // Only a regular file that is read from its beginning has a size; those under /proc say 0.
  void measure() {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) throw system_error(name_, errno);
    if (S_ISDIR(status.st_mode)) throw system_error(name_, EISDIR);
    const bool at_start = ::lseek(descriptor_, 0, SEEK_CUR) == 0;
    if (S_ISREG(status.st_mode) && status.st_size > 0 && at_start) {
      size_ = static_cast<std::uint64_t>(status.st_size);
    }
  }

 private:
  bool ready() const {
    pollfd input{descriptor_, POLLIN, 0};
    return ::poll(&input, 1, 0) != 0;  // what went wrong is found by read()
  }

  std::string name_;
  int descriptor_;
  bool owned_;
  bool (*stop_)();
  std::function<void()> idle_;
  std::optional<std::uint64_t> size_;
};

std::unique_ptr<ByteStream> open_raw(const std::string& path, bool (*stop)(),
                                     std::function<void()> idle) {
  const bool standard = path == "-";
  const std::string name =
      standard ? "standard input" : sanitize_text(path, std::string_view::npos);
  const int descriptor = standard ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw system_error(name, errno);
  auto file = std::make_unique<FileInput>(name, descriptor, !standard, stop, std::move(idle));
  file->measure();
  return std::make_unique<ByteStream>(name, std::move(file));
}

}  // namespace

ByteStream::ByteStream(const std::string& name, std::unique_ptr<ByteInput> input,
                       std::size_t buffer)
    : name_(sanitize_text(name, std::string_view::npos)),
      input_(std::move(input)),
      buffer_(buffer) {}

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

std::unique_ptr<ByteStream> open_stream(const std::string& path, bool (*stop)(),
                                        std::function<void()> idle) {
  std::unique_ptr<ByteStream> stream = open_raw(path, stop, std::move(idle));
  const std::string name = stream->name();
  if (stream->peek(1).empty()) bad_input(name, "empty");
  if (is_gzip(*stream)) {
    stream = unpack(std::move(stream));
    if (stream->peek(1).empty()) bad_input(name, "empty");
  } else if (path.ends_with(".gz")) {
    bad_input(name, "not gzip data");
  }
  return stream;
}

}  // namespace mpart
