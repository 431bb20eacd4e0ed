#include "util/process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "util/owned_fd.hpp"
#include "util/system_error.hpp"

namespace mpart {

namespace {

void check(bool done, const char* doing) {
  if (!done) throw system_error(doing, errno);
}

// A descriptor above the standard ones, so that making those in the child overwrites none.
OwnedFd above_standard(OwnedFd fd) {
  if (!fd.valid() || fd.get() > STDERR_FILENO) return fd;
  return OwnedFd(::fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
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

// A running program; killed and waited for if nobody has waited.
class Child {
 public:
  Child(const std::vector<std::string>& command, int input, int output, int errors) {
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes, &signals);
    ::sigaddset(&signals, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes, &signals);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string& argument : command) {
      arguments.push_back(
          const_cast<char*>(argument.c_str()));  // exec takes them so, and only reads
    }
    arguments.push_back(nullptr);
    errno = ::posix_spawnp(&id_, arguments[0], &files, &attributes, arguments.data(), ::environ);
    const int reason = errno;
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&files);
    errno = reason;
    check(reason == 0, "start a program");
  }
  ~Child() {
    if (waited_) return;
    kill();
    wait();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void kill() const { ::kill(id_, SIGKILL); }

  int wait() {
    waited_ = true;
    int status = 0;
    while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }

 private:
  pid_t id_ = 0;
  bool waited_ = false;
};

}  // namespace

ProcessResult run_process(const std::vector<std::string>& command, std::string_view input,
                          const ProcessOptions& options) {
  const OwnedFd in = file_in_memory(input);
  const OwnedFd errors = file_in_memory("");
  std::array<int, 2> ends{};
  check(::pipe2(ends.data(), O_CLOEXEC) == 0, "make a pipe");
  const OwnedFd read_end(ends[0]);
  OwnedFd write_end = above_standard(OwnedFd(ends[1]));
  check(write_end.valid(), "make a pipe");
  Child child(command, in.get(), write_end.get(),
              options.keep_errors ? errors.get() : STDERR_FILENO);
  write_end.reset();  // or the end of the output would never come

  ProcessResult result;
  result.too_much = !read_all(read_end.get(), options.most_output, result.output);
  if (result.too_much) child.kill();
  const int status = child.wait();
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  ::lseek(errors.get(), 0, SEEK_SET);
  read_all(errors.get(), std::numeric_limits<std::size_t>::max(), result.errors);
  return result;
}

}  // namespace mpart
