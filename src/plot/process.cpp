#include "plot/process.hpp"

#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace mpart::plot {

namespace {

void check(int reason, const char* doing) {
  if (reason != 0) throw std::system_error(reason, std::generic_category(), doing);
}

// One end of a channel, closed at the end of its life.
class End {
 public:
  explicit End(int fd) : fd_(fd) {}
  End(End&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  End& operator=(End&&) = delete;
  ~End() { close(); }
  int get() const { return fd_; }
  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_;
};

// A socket rather than a pipe: send() can be told to raise no SIGPIPE.
struct Channel {
  End ours, theirs;

  static Channel open() {
    std::array<int, 2> ends{};
    const bool opened = ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0;
    check(opened ? 0 : errno, "socketpair");
    return {End(ends[0]), End(ends[1])};
  }
};

class FileActions {
 public:
  FileActions() { check(::posix_spawn_file_actions_init(&actions_), "posix_spawn"); }
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  void duplicate(int from, int to) {
    check(::posix_spawn_file_actions_adddup2(&actions_, from, to), "posix_spawn");
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

pid_t start(const std::vector<std::string>& command, int in, int out, int err) {
  FileActions actions;
  actions.duplicate(in, STDIN_FILENO);
  actions.duplicate(out, STDOUT_FILENO);
  actions.duplicate(err, STDERR_FILENO);
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));  // exec takes them so, and only reads
  }
  arguments.push_back(nullptr);
  pid_t child = 0;
  check(::posix_spawnp(&child, arguments[0], actions.get(), nullptr, arguments.data(), environ),
        "posix_spawn");
  return child;
}

bool interrupted() { return errno == EINTR || errno == EAGAIN; }

// Sends what fits; closes the end when all is sent or nobody reads any more.
void send_some(End& end, std::string_view& rest) {
  const ssize_t sent = ::send(end.get(), rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent >= 0) {
    rest.remove_prefix(static_cast<std::size_t>(sent));
  } else if (!interrupted()) {
    rest = {};
  }
  if (rest.empty()) end.close();
}

void receive_some(End& end, std::string& text) {
  std::array<char, 1 << 16> buffer;
  const ssize_t got = ::recv(end.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (got > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  } else if (got == 0 || !interrupted()) {
    end.close();
  }
}

// All three at once: a child that waits for its output to be read would not read its input.
void exchange(End& in, std::string_view input, End& out, End& err, ProcessResult& result) {
  if (input.empty()) in.close();
  while (in.get() >= 0 || out.get() >= 0 || err.get() >= 0) {
    std::array<pollfd, 3> wanted = {
        {{in.get(), POLLOUT, 0}, {out.get(), POLLIN, 0}, {err.get(), POLLIN, 0}}};
    if (::poll(wanted.data(), wanted.size(), -1) < 0) {
      if (interrupted()) continue;
      check(errno, "poll");
    }
    if (wanted[0].revents != 0) send_some(in, input);
    if (wanted[1].revents != 0) receive_some(out, result.output);
    if (wanted[2].revents != 0) receive_some(err, result.errors);
  }
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) check(errno, "waitpid");
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& command, std::string_view input) {
  Channel in = Channel::open();
  Channel out = Channel::open();
  Channel err = Channel::open();
  const pid_t child = start(command, in.theirs.get(), out.theirs.get(), err.theirs.get());
  in.theirs.close();  // so that the end of the child is the end of its output
  out.theirs.close();
  err.theirs.close();
  ProcessResult result;
  exchange(in.ours, input, out.ours, err.ours, result);
  result.status = wait_for(child);
  return result;
}

}  // namespace mpart::plot
