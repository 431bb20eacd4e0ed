#include "source/file_input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "source/gzip.hpp"
#include "source/message.hpp"
#include "util/printable.hpp"

namespace mpart {
namespace {

[[noreturn]] void throw_system_error(const std::string& name, int code) {
  bad_input(name, std::generic_category().message(code));
}

// A file descriptor. read(2) instead of a FILE, because fread waits until its buffer is full and a
// live stream on standard input would be learned late.
class FileInput : public ByteInput {
 public:
  FileInput(std::string name, int descriptor, bool owned, bool (*stop)())
      : name_(std::move(name)), descriptor_(descriptor), owned_(owned), stop_(stop) {}
  FileInput(const FileInput&) = delete;
  FileInput& operator=(const FileInput&) = delete;
  ~FileInput() override {
    if (owned_) ::close(descriptor_);
  }

  std::size_t read(std::span<char> into) override {
    for (;;) {
      const ssize_t came = ::read(descriptor_, into.data(), into.size());
      if (came >= 0) return static_cast<std::size_t>(came);
      if (errno != EINTR) throw_system_error(name_, errno);
      if (stop_ != nullptr && stop_()) return 0;
    }
  }

  std::optional<std::uint64_t> size() const override { return size_; }

  // Only a regular file that is read from its beginning has a size; those under /proc say 0.
  void measure() {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) throw_system_error(name_, errno);
    if (S_ISDIR(status.st_mode)) throw_system_error(name_, EISDIR);
    const bool at_start = ::lseek(descriptor_, 0, SEEK_CUR) == 0;
    if (S_ISREG(status.st_mode) && status.st_size > 0 && at_start) {
      size_ = static_cast<std::uint64_t>(status.st_size);
    }
  }

 private:
  std::string name_;
  int descriptor_;
  bool owned_;
  bool (*stop_)();
  std::optional<std::uint64_t> size_;
};

std::unique_ptr<ByteStream> open_raw(const std::string& path, bool (*stop)()) {
  const bool standard = path == "-";
  const std::string name = standard ? "standard input" : printable(path);
  const int descriptor = standard ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw_system_error(name, errno);
  auto file = std::make_unique<FileInput>(name, descriptor, !standard, stop);
  file->measure();
  return std::make_unique<ByteStream>(name, std::move(file));
}

}  // namespace

std::unique_ptr<ByteStream> open_stream(const std::string& path, bool (*stop)()) {
  std::unique_ptr<ByteStream> stream = open_raw(path, stop);
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
