#include "util/process.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "util/child_process.hpp"
#include "util/system_error.hpp"

namespace mpart {

namespace {

void check(bool done, const char* doing) {
  if (!done) throw system_error(doing, errno);
}

// Input and errors go through files in memory: unlike with a pipe, a program that does not read its
// input can neither block us nor kill us by SIGPIPE, and one that complains at length does not wait
// for us.
OwnedFd file_in_memory(std::string_view contents) {
  OwnedFd file = above_standard(OwnedFd(::memfd_create("mpart", MFD_CLOEXEC)));
  check(file.valid(), "make a file in memory");
  while (!contents.empty()) {
    const ssize_t written = ::write(file.get(), contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    check(written >= 0, "write to a file in memory");
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
  check(::lseek(file.get(), 0, SEEK_SET) == 0, "rewind a file in memory");
  return file;
}

// Reads to the end; false if there is more than `most`.
bool read_all(int fd, std::size_t most, std::string& text) {
  std::array<char, 1 << 16> buffer;
  while (text.size() <= most) {
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    check(got >= 0, "read a program's output");
    if (got == 0) return true;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return false;
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& command, std::string_view input,
                          const ProcessOptions& options) {
  const OwnedFd in = file_in_memory(input);
  const OwnedFd errors = file_in_memory("");
  Pipe pipe = make_pipe();
  ChildProcess child(command, {.input = in.get(),
                               .output = pipe.write_end.get(),
                               .errors = options.keep_errors ? errors.get() : STDERR_FILENO});
  pipe.write_end.reset();  // or the end of the output would never come

  ProcessResult result;
  result.too_much = !read_all(pipe.read_end.get(), options.most_output, result.output);
  if (result.too_much) child.kill();
  const ExitStatus status = child.wait();
  result.signal = status.signal;
  result.exit_code = status.exit_code;
  ::lseek(errors.get(), 0, SEEK_SET);
  read_all(errors.get(), std::numeric_limits<std::size_t>::max(), result.errors);
  return result;
}

}  // namespace mpart
