#include "label/line_tail.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace mpart {

namespace {

std::string last_error() { return std::generic_category().message(errno); }

}  // namespace

std::string LineTail::poll(const std::function<void(const Line&)>& take) {
  if (std::string problem = follow(); !problem.empty() || !file_.valid()) return problem;
  struct stat status {};
  if (::fstat(file_.get(), &status) != 0) return last_error();
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size < std::max(position_, skip_before_)) start_over();
  return read_up_to(size, take);
}

// Opens the file that has the path now, unless it is the one that is open.
std::string LineTail::follow() {
  struct stat status {};
  if (::stat(path_.c_str(), &status) != 0) {
    if (errno != ENOENT) return last_error();
    if (!file_.valid()) skip_before_ = 0;  // what comes will be new
    return {};
  }
  if (file_.valid() && status.st_dev == device_ && status.st_ino == inode_) return {};
  // Without O_NONBLOCK a named pipe would hold us up.
  OwnedFd file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.valid()) return errno == ENOENT ? std::string() : last_error();
  if (::fstat(file.get(), &status) != 0) return last_error();
  if (!S_ISREG(status.st_mode)) return "a regular file expected";
  if (file_.valid()) start_over();
  file_ = std::move(file);
  device_ = status.st_dev;
  inode_ = status.st_ino;
  return {};
}

void LineTail::start_over() {
  skip_before_ = position_ = line_begin_ = lines_ = 0;
  partial_.clear();
}

// No further than the size seen before: whoever writes faster than we read must not keep us here.
std::string LineTail::read_up_to(std::uint64_t size, const std::function<void(const Line&)>& take) {
  std::array<char, 1 << 16> buffer{};
  while (position_ < size) {
    const std::size_t wanted = std::min<std::uint64_t>(buffer.size(), size - position_);
    const ssize_t got = ::pread(file_.get(), buffer.data(), wanted, static_cast<off_t>(position_));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return last_error();
    if (got == 0) break;  // it shrank meanwhile
    split({buffer.data(), static_cast<std::size_t>(got)}, take);
  }
  return {};
}

void LineTail::split(std::string_view bytes, const std::function<void(const Line&)>& take) {
  while (!bytes.empty()) {
    const std::size_t newline = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, newline);
    partial_ += piece.substr(0, kLongestLine + 1 - std::min(partial_.size(), kLongestLine + 1));
    if (newline == std::string_view::npos) {
      position_ += piece.size();
      return;
    }
    position_ += piece.size() + 1;
    bytes.remove_prefix(newline + 1);
    ++lines_;
    const bool too_long = partial_.size() > kLongestLine;
    if (line_begin_ >= skip_before_) {
      take({too_long ? std::string_view() : std::string_view(partial_), lines_, too_long});
    }
    line_begin_ = position_;
    partial_.clear();
  }
}

}  // namespace mpart
