#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "util/owned_fd.hpp"

namespace mpart {

// The complete lines of a text file that others append to. The file need not exist yet. If it
// shrinks, or another file takes its place, its lines are read again from the first one; a file
// that is rewritten in place and ends up longer than before is taken for one that grew.
// Not thread-safe.
class LineTail {
 public:
  static constexpr std::size_t kLongestLine = 1 << 20;  // bytes

  struct Line {
    std::string_view text;     // without the newline; empty if `too_long`
    std::uint64_t number = 0;  // from 1
    bool too_long = false;
  };

  // Lines that begin before `offset` are passed over, unless the file is shorter than that.
  explicit LineTail(std::string path, std::uint64_t offset = 0)
      : path_(std::move(path)), skip_before_(offset) {}

  // Calls `take` for every line completed since the last call. Returns what keeps the file from
  // being read, empty if nothing does.
  std::string poll(const std::function<void(const Line&)>& take);

  const std::string& path() const { return path_; }
  std::uint64_t offset() const { return line_begin_; }  // just behind the last complete line

 private:
  std::string follow();
  void start_over();
  std::string read_up_to(std::uint64_t size, const std::function<void(const Line&)>& take);
  void split(std::string_view bytes, const std::function<void(const Line&)>& take);

  std::string path_;
  std::uint64_t skip_before_;
  OwnedFd file_;  // kept open, so that its inode number is not given to the file that replaces it
  dev_t device_ = 0;
  ino_t inode_ = 0;
  std::uint64_t position_ = 0;    // bytes read
  std::uint64_t line_begin_ = 0;  // where the line being read began
  std::uint64_t lines_ = 0;       // complete lines before that
  std::string partial_;           // the line being read, up to kLongestLine
};

}  // namespace mpart
