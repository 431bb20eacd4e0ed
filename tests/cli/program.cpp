#include "cli/program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <thread>

namespace mpart::tests {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kLongest(120);
constexpr std::chrono::milliseconds kBetweenLooks(2);

// A file without a name: no pipe that can fill up, nothing left behind.
int nameless_file(const std::string& text = "") {
  const int fd = ::memfd_create("mpart-test", MFD_CLOEXEC);
  const bool written = ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (fd < 0 || !written || ::lseek(fd, 0, SEEK_SET) != 0) throw std::runtime_error("no memfd");
  return fd;
}

std::string contents_of(int fd) {
  std::string text(static_cast<std::size_t>(::lseek(fd, 0, SEEK_END)), '\0');
  const ssize_t got = ::pread(fd, text.data(), text.size(), 0);
  text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return text;
}

std::string with_names(const std::string& command) {
  const std::string program = MPART_PROGRAM;
  return "PATH='" + std::filesystem::path(program).parent_path().string() +
         "':$PATH; DATA='" MPART_SOURCE_DIR "/examples/data'\n" + command;
}

pid_t spawn_shell(const std::string& folder, const std::string& command, int in, int out, int err) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  ::posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // so that all of it can be ended
  std::string name = "sh", flag = "-c", text = with_names(command);
  char* const arguments[] = {name.data(), flag.data(), text.data(), nullptr};
  pid_t shell = -1;
  const int failure = ::posix_spawn(&shell, "/bin/sh", &actions, &attributes, arguments, environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) throw std::runtime_error("no shell");
  return shell;
}

}  // namespace

Running::Running(const TemporaryFolder& folder, const std::string& command,
                 const std::string& input)
    : out_(nameless_file()), err_(nameless_file()) {
  const int in = nameless_file(input);
  shell_ = spawn_shell(folder.file("."), command, in, out_, err_);
  ::close(in);
}

Running::~Running() {
  if (!ended_) {
    kill_all();
    ::waitpid(shell_, &status_, 0);
  }
  ::close(out_);
  ::close(err_);
}

void Running::signal(int number) const { ::kill(shell_, number); }

void Running::kill_all() const { ::kill(-shell_, SIGKILL); }

bool Running::ended_by_now() {
  ended_ = ended_ || ::waitpid(shell_, &status_, WNOHANG) == shell_;
  return ended_;
}

Ended Running::wait() {
  const Clock::time_point deadline = Clock::now() + kLongest;
  while (!ended_by_now()) {
    if (Clock::now() > deadline) kill_all();
    std::this_thread::sleep_for(kBetweenLooks);
  }
  const int code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  return {code, contents_of(out_), contents_of(err_)};
}

Ended run(const TemporaryFolder& folder, const std::string& command, const std::string& input) {
  return Running(folder, command, input).wait();
}

std::map<std::string, std::string> everything_in(const TemporaryFolder& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.file("."))) {
    const bool plain = entry.is_regular_file() && !entry.is_symlink();
    files[entry.path().lexically_relative(folder.file(".")).string()] =
        plain ? contents(entry.path().string()) : "";
  }
  return files;
}

bool appears(const std::string& path, std::size_t bytes) {
  constexpr std::chrono::seconds kPatience(10);
  const Clock::time_point deadline = Clock::now() + kPatience;
  std::error_code none;
  while (!std::filesystem::exists(path, none) || std::filesystem::file_size(path, none) < bytes) {
    if (Clock::now() > deadline) return false;
    std::this_thread::sleep_for(kBetweenLooks);
  }
  return true;
}

}  // namespace mpart::tests
