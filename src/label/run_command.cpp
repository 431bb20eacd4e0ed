#include "label/run_command.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "label/owned_fd.hpp"
#include "mpart/error.hpp"

namespace mpart {

namespace {

[[noreturn]] void fail(const char* doing, int reason) {
  throw Error(ErrorKind::kFailed,
              std::string("cannot ") + doing + ": " + std::generic_category().message(reason));
}

// A descriptor above the standard ones, so that making those in the child overwrites none.
OwnedFd above_standard(OwnedFd fd) {
  if (!fd.valid() || fd.get() > STDERR_FILENO) return fd;
  return OwnedFd(::fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

// The input as a file in memory: unlike with a pipe, a command that does not read it can neither
// block us nor kill us by SIGPIPE.
OwnedFd input_file(std::string_view input) {
  OwnedFd file = above_standard(OwnedFd(::memfd_create("query", MFD_CLOEXEC)));
  if (!file.valid()) fail("make a file in memory", errno);
  while (!input.empty()) {
    const ssize_t written = ::write(file.get(), input.data(), input.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write to a file in memory", errno);
    input.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::lseek(file.get(), 0, SEEK_SET) != 0) fail("rewind a file in memory", errno);
  return file;
}

// A running child; killed and waited for if nobody has waited.
class Child {
 public:
  Child(const std::string& command, int input, int output) {
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    // Whatever this program blocks or ignores, the command starts as from a shell.
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes, &signals);
    ::sigaddset(&signals, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes, &signals);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::string shell = "sh";
    std::string option = "-c";
    std::string text = command;
    std::array<char*, 4> arguments = {shell.data(), option.data(), text.data(), nullptr};
    const int reason =
        ::posix_spawn(&id_, "/bin/sh", &files, &attributes, arguments.data(), ::environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&files);
    if (reason != 0) fail("start /bin/sh", reason);
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
    while (::waitpid(id_, &status, 0) < 0) {
      if (errno != EINTR) return -1;
    }
    return status;
  }

 private:
  pid_t id_ = 0;
  bool waited_ = false;
};

// Reads to the end; false if there is more than `limit`.
bool read_all(int fd, std::size_t limit, std::string& out) {
  std::array<char, 4096> buffer{};
  while (out.size() <= limit) {
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read a command's output", errno);
    if (got == 0) return true;
    out.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return false;
}

}  // namespace

CommandResult run_command(const std::string& command, std::string_view input,
                          std::size_t output_limit) {
  OwnedFd file = input_file(input);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("make a pipe", errno);
  OwnedFd read_end(ends[0]);
  OwnedFd write_end = above_standard(OwnedFd(ends[1]));
  if (!write_end.valid()) fail("make a pipe", errno);
  Child child(command, file.get(), write_end.get());
  write_end.reset();  // or the end of the output would never come

  CommandResult result;
  result.too_much = !read_all(read_end.get(), output_limit, result.output);
  if (result.too_much) child.kill();
  result.status = child.wait();
  if (result.status == -1) fail("learn how a command ended", ECHILD);
  return result;
}

}  // namespace mpart
