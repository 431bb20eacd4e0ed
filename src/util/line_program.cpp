#include "util/line_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <thread>

#include "util/sanitize_text.hpp"
#include "util/system_error.hpp"

namespace mpart {

namespace {

constexpr std::size_t kChunk = 1 << 16;       // bytes, as a pipe holds
constexpr std::size_t kMostErrors = 8 << 10;  // bytes that are kept of what it complains about
constexpr std::chrono::milliseconds kGrace{1000};
constexpr std::chrono::milliseconds kNap{5};

void set_nonblocking(int fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags < 0 || ::fcntl(fd, F_SETFL, flags | O_NONBLOCK) != 0) {
    throw system_error("set up a pipe", errno);
  }
}

Pipe pipe_with_our_end(OwnedFd Pipe::*ours) {
  Pipe pipe = make_pipe();
  set_nonblocking((pipe.*ours).get());
  return pipe;
}

// Writing to a program that has ended raises SIGPIPE, which would end this one. It is kept from
// this thread, and taken back if it came from here.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    ::sigpending(&pending);
    was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~WithoutSigpipe() {
    const timespec now{};
    while (!was_pending_ && ::sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

 private:
  sigset_t pipe_{}, before_{};
  bool was_pending_ = false;
};

// Reads what is there. Returns false at the end of the file.
bool read_available(int fd, std::string& text) {
  std::array<char, kChunk> buffer;
  const ssize_t got = ::read(fd, buffer.data(), buffer.size());
  if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
  return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

}  // namespace

LineProgram::LineProgram(const std::string& command)
    : input_(pipe_with_our_end(&Pipe::write_end)),
      output_(pipe_with_our_end(&Pipe::read_end)),
      errors_(pipe_with_our_end(&Pipe::read_end)),
      child_({"/bin/sh", "-c", command},
             {.input = input_.read_end.get(),
              .output = output_.write_end.get(),
              .errors = errors_.write_end.get()},
             /*own_group=*/true) {
  input_.read_end.reset();
  output_.write_end.reset();
  errors_.write_end.reset();
}

LineProgram::~LineProgram() {
  input_.write_end.reset();
  const auto end = Clock::now() + kGrace;
  while (!child_.ended() && Clock::now() < end) std::this_thread::sleep_for(kNap);
}

void LineProgram::write_some(std::string_view& input) {
  const WithoutSigpipe quiet;
  const ssize_t written =
      ::write(input_.write_end.get(), input.data(), std::min(input.size(), kChunk));
  if (written >= 0) {
    input.remove_prefix(static_cast<std::size_t>(written));
  } else if (errno != EAGAIN && errno != EINTR) {
    input = {};  // it reads no more: its output says what became of it
  }
}

void LineProgram::read_output() {
  const std::size_t before = answers_.size();
  if (!read_available(output_.read_end.get(), answers_)) output_ended_ = true;
  lines_ += static_cast<std::size_t>(
      std::count(answers_.begin() + static_cast<std::ptrdiff_t>(before), answers_.end(), '\n'));
}

void LineProgram::read_errors() {
  if (!read_available(errors_.read_end.get(), error_text_)) errors_.read_end.reset();
  if (error_text_.size() > 2 * kMostErrors) {
    error_text_.erase(0, error_text_.size() - kMostErrors);
  }
}

// Waits until something can be written or read, and does it. False when the time is up.
bool LineProgram::poll_once(std::string_view& input, Clock::time_point end) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
  if (left.count() < 0) return false;
  std::array<pollfd, 3> files{{{input.empty() ? -1 : input_.write_end.get(), POLLOUT, 0},
                               {output_.read_end.get(), POLLIN, 0},
                               {errors_.read_end.get(), POLLIN, 0}}};
  constexpr std::int64_t kLongestWait = 1000;  // and then again
  const int wait = static_cast<int>(std::min<std::int64_t>(left.count(), kLongestWait));
  const int ready = ::poll(files.data(), files.size(), wait);
  if (ready < 0 && errno != EINTR) throw system_error("wait for a program", errno);
  if (ready <= 0) return ready < 0 || Clock::now() < end;
  if (files[2].revents != 0) read_errors();
  if (files[1].revents != 0) read_output();
  if (files[0].revents != 0) write_some(input);
  return true;
}

LineProgram::Outcome LineProgram::exchange(std::string_view input, std::size_t count,
                                           std::chrono::milliseconds limit,
                                           std::vector<std::string>& answers) {
  answers.clear();
  // What has come since the last exchange is an answer to nothing.
  std::string_view nothing;
  poll_once(nothing, Clock::now());
  if (!answers_.empty()) return Outcome::kTooManyLines;
  const auto end = Clock::now() + limit;
  while (lines_ < count) {
    if (output_ended_) return Outcome::kEnded;
    if (answers_.size() > kMostAnswer) return Outcome::kTooLong;
    if (!poll_once(input, end)) return Outcome::kTimedOut;
  }
  std::size_t begin = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t line_end = answers_.find('\n', begin);
    answers.push_back(answers_.substr(begin, line_end - begin));
    begin = line_end + 1;
  }
  const bool all_taken = begin == answers_.size();
  answers_.clear();
  lines_ = 0;
  return all_taken ? Outcome::kAnswered : Outcome::kTooManyLines;
}

std::string LineProgram::last_error() const {
  std::string_view rest = without_outer_spaces(error_text_);
  const std::size_t newline = rest.rfind('\n');
  if (newline != std::string_view::npos) rest.remove_prefix(newline + 1);
  return sanitize_text(without_outer_spaces(rest));
}

std::string LineProgram::how_it_ended() {
  input_.write_end.reset();
  const auto end = Clock::now() + kGrace;
  while (!child_.ended() && Clock::now() < end) std::this_thread::sleep_for(kNap);
  while (errors_.read_end.valid() && Clock::now() < end) {
    const std::size_t before = error_text_.size();
    read_errors();
    if (error_text_.size() == before) break;
  }
  const std::optional<ExitStatus> status = child_.ended();
  std::string text = !status               ? "closed its standard output"
                     : status->signal != 0 ? "killed by signal " + std::to_string(status->signal)
                                           : "exit status " + std::to_string(status->exit_code);
  if (const std::string complaint = last_error(); !complaint.empty()) text += ": " + complaint;
  return text;
}

}  // namespace mpart
