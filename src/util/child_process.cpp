#include "util/child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "util/system_error.hpp"

namespace mpart {

namespace {

ExitStatus status_of(int status) {
  ExitStatus result;
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  return result;
}

}  // namespace

OwnedFd above_standard(OwnedFd fd) {
  if (!fd.valid() || fd.get() > STDERR_FILENO) return fd;
  return OwnedFd(::fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw system_error("make a pipe", errno);
  OwnedFd first(ends[0]);
  OwnedFd second(ends[1]);
  Pipe pipe{above_standard(std::move(first)), above_standard(std::move(second))};
  if (!pipe.read_end.valid() || !pipe.write_end.valid()) throw system_error("make a pipe", errno);
  return pipe;
}

ChildProcess::ChildProcess(const std::vector<std::string>& command, const Streams& streams,
                           bool own_group)
    : own_group_(own_group) {
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, streams.input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, streams.output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, streams.errors, STDERR_FILENO);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t signals;
  ::sigemptyset(&signals);
  ::posix_spawnattr_setsigmask(&attributes, &signals);
  ::sigaddset(&signals, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &signals);
  int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  if (own_group) flags |= POSIX_SPAWN_SETPGROUP;
  ::posix_spawnattr_setflags(&attributes, static_cast<short>(flags));
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));  // exec takes them so, and only reads
  }
  arguments.push_back(nullptr);
  const int reason =
      ::posix_spawnp(&id_, arguments[0], &files, &attributes, arguments.data(), ::environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  if (reason != 0) throw system_error("start a program", reason);
}

ChildProcess::~ChildProcess() {
  if (status_) return;
  kill();
  wait();
}

void ChildProcess::kill() const {
  if (!status_) ::kill(own_group_ ? -id_ : id_, SIGKILL);
}

ExitStatus ChildProcess::wait() {
  int status = 0;
  if (status_) return *status_;
  while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  status_ = status_of(status);
  return *status_;
}

std::optional<ExitStatus> ChildProcess::ended() {
  int status = 0;
  if (!status_ && ::waitpid(id_, &status, WNOHANG) == id_) status_ = status_of(status);
  return status_;
}

}  // namespace mpart
