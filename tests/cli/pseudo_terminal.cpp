#include "cli/pseudo_terminal.hpp"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <stdexcept>

namespace mpart::tests {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kPatience(30);

}  // namespace

PseudoTerminal::PseudoTerminal(const TemporaryFolder& folder, const std::string& command) {
  winsize size{.ws_row = 40, .ws_col = 100, .ws_xpixel = 0, .ws_ypixel = 0};
  const std::string bin = std::filesystem::path(MPART_PROGRAM).parent_path().string();
  const std::string text = "cd '" + folder.file(".") + "' && PATH='" + bin +
                           "':$PATH && DATA='" MPART_SOURCE_DIR "/examples/data'\n" + command;
  shell_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
  if (shell_ < 0) throw std::runtime_error("no terminal");
  if (shell_ == 0) {
    ::execl("/bin/sh", "sh", "-c", text.c_str(), nullptr);
    ::_exit(127);
  }
}

PseudoTerminal::~PseudoTerminal() {
  if (!ended_) {
    ::kill(-shell_, SIGKILL);
    ::waitpid(shell_, nullptr, 0);
  }
  if (terminal_ >= 0) ::close(terminal_);
}

bool PseudoTerminal::read_more(int milliseconds) {
  pollfd ready{.fd = terminal_, .events = POLLIN, .revents = 0};
  if (terminal_ < 0 || ::poll(&ready, 1, milliseconds) <= 0) return true;
  char buffer[4096];
  const ssize_t got = ::read(terminal_, buffer, sizeof(buffer));
  if (got <= 0) return false;  // EIO: the command has ended
  shown_.append(buffer, static_cast<std::size_t>(got));
  return true;
}

bool PseudoTerminal::shows(const std::string& text) {
  const Clock::time_point deadline = Clock::now() + kPatience;
  for (;;) {
    const std::size_t at = shown_.find(text, looked_at_);
    if (at != std::string::npos) {
      looked_at_ = at + text.size();
      return true;
    }
    if (Clock::now() > deadline || !read_more(50)) return false;
  }
}

void PseudoTerminal::type(const std::string& text) const {
  if (::write(terminal_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    throw std::runtime_error("the terminal takes no input");
  }
}

void PseudoTerminal::hang_up() {
  ::close(terminal_);
  terminal_ = -1;
}

void PseudoTerminal::signal(int number) const { ::kill(shell_, number); }

int PseudoTerminal::wait() {
  const Clock::time_point deadline = Clock::now() + kPatience;
  int status = 0;
  while (::waitpid(shell_, &status, WNOHANG) == 0) {
    if (Clock::now() > deadline) ::kill(-shell_, SIGKILL);
    read_more(20);
    if (terminal_ < 0) ::usleep(2000);
  }
  while (terminal_ >= 0) {  // what it said last
    const std::size_t before = shown_.size();
    if (!read_more(0) || shown_.size() == before) break;
  }
  ended_ = true;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace mpart::tests
