#include "util/log.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <ctime>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "util/sanitize_text.hpp"

namespace mpart {

namespace {

constexpr std::size_t kMostQueuedBytes = 1 << 20;  // some 8,000 lines
constexpr std::chrono::seconds kLastWords(1);      // that the end waits for a slow reader

std::string_view name_of(LogLevel level) {
  static constexpr std::array<std::string_view, 4> kNames = {"debug", "info", "warning", "error"};
  return kNames.at(static_cast<std::size_t>(level));
}

// In UTC, by RFC 3339: 2026-11-18T03:12:45.123Z
void append_now(std::string& line) {
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  std::array<char, 32> text{};
  line.append(text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S.", &utc));
  const std::string milliseconds = std::to_string(now.time_since_epoch().count() % 1000);
  line.append(3 - milliseconds.size(), '0').append(milliseconds).append("Z");
}

void append_quoted(std::string& line, std::string_view text) {
  line += '"';
  for (const char byte : sanitize_text(text)) {
    if (byte == '"' || byte == '\\') line += '\\';
    line += byte;
  }
  line += '"';
}

bool is_bare_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char byte) {
    return byte > ' ' && byte < 0x7F && byte != '"' && byte != '\\' && byte != '=';
  });
}

void append_value(std::string& line, std::string_view text, LogFormat format) {
  if (format == LogFormat::kText && is_bare_word(text) && text.size() <= kLongestMessageText) {
    line += text;
  } else {
    append_quoted(line, text);
  }
}

void append_value(std::string& line, bool truth, LogFormat /*format*/) {
  line += truth ? "true" : "false";
}

void append_value(std::string& line, std::integral auto number, LogFormat /*format*/) {
  line += std::to_string(number);
}

// Six digits: what is measured here is not known better.
void append_value(std::string& line, double number, LogFormat /*format*/) {
  if (!std::isfinite(number)) {
    line += "null";  // JSON has no other word for it
    return;
  }
  constexpr int kPrecision = 6;
  std::array<char, 32> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number,
                                          std::chars_format::general, kPrecision);
  line.append(text.data(), end);
}

void write_line(int fd, std::string_view line) {
  while (!line.empty()) {
    const ssize_t written = ::write(fd, line.data(), line.size());
    if (written >= 0) {
      line.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {  // another program that shares it has made it non-blocking
      pollfd room{fd, POLLOUT, 0};
      ::poll(&room, 1, -1);
    } else if (errno != EINTR) {
      return;  // closed, say: there is nobody to tell
    }
  }
}

}  // namespace

// Lines on their way from those who log to the thread that writes.
class Log::Queue {
 public:
  Queue(int fd, LogFormat format) : fd_(fd), format_(format) {}

  std::string line_of(LogLevel level, std::string_view message, LogFields fields) const {
    const bool json = format_ == LogFormat::kJson;
    std::string line = json ? R"({"time":")" : "";
    append_now(line);
    line.append(json ? R"(","level":")" : " ").append(name_of(level));
    if (json) {
      line += R"(","message":)";
      append_quoted(line, message);
    } else {
      line.append(" ").append(message);
    }
    for (const LogField& field : fields) {
      line.append(json ? ",\"" : " ").append(field.name).append(json ? "\":" : "=");
      std::visit([&](const auto& value) { append_value(line, value, format_); },
                 field.value.value_);
    }
    return line += json ? "}\n" : "\n";
  }

  void add(std::string_view line) {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() + line.size() > kMostQueuedBytes) {
      ++dropped_;
      return;
    }
    waiting_ += line;
    changed_.notify_all();
  }

  void drop_one() {
    const std::lock_guard lock(mutex_);
    ++dropped_;
  }

  std::uint64_t dropped() const {
    const std::lock_guard lock(mutex_);
    return dropped_;
  }

  // The work of the thread, until finish().
  void run() {
    std::string lines;
    std::uint64_t dropped = 0;
    while (take(lines, dropped)) {
      for (std::string_view rest = lines; !rest.empty();) {
        const std::size_t size = rest.find('\n') + 1;
        write_line(fd_, rest.substr(0, size));
        rest.remove_prefix(size);
      }
      lines.clear();
      if (dropped == 0) continue;
      write_line(fd_, line_of(LogLevel::kWarning, "log lines dropped", {{"count", dropped}}));
    }
  }

  // Returns when every line is written, or cannot be written in time.
  void finish() {
    std::unique_lock lock(mutex_);
    finishing_ = true;
    changed_.notify_all();
    changed_.wait_for(lock, kLastWords, [this] { return finished_; });
  }

 private:
  // Waits for lines, and takes the number of those dropped after them; false at the end.
  bool take(std::string& lines, std::uint64_t& dropped) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return finishing_ || !waiting_.empty(); });
    std::swap(lines, waiting_);
    dropped = dropped_ - std::exchange(told_, dropped_);
    if (!lines.empty()) return true;
    finished_ = true;
    changed_.notify_all();
    return false;
  }

  const int fd_;
  const LogFormat format_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::string waiting_;  // whole lines
  std::uint64_t dropped_ = 0;
  std::uint64_t told_ = 0;  // of them
  bool finishing_ = false;
  bool finished_ = false;
};

Log::Log() = default;

Log::Log(int fd, LogLevel least, LogFormat format)
    : least_(least), queue_(std::make_shared<Queue>(fd, format)) {
  std::thread([queue = queue_] {
    // Signals are for the program's own threads, and a closed pipe must not end the program.
    sigset_t all{};
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
    queue->run();
  }).detach();
}

Log::~Log() {
  if (queue_ != nullptr) queue_->finish();
}

void Log::write(LogLevel level, std::string_view message, LogFields fields) noexcept {
  if (!enabled(level)) return;
  try {
    queue_->add(queue_->line_of(level, message, fields));
  } catch (const std::exception&) {  // no memory: a line less is better than no server
    queue_->drop_one();
  }
}

std::uint64_t Log::dropped() const noexcept { return queue_ == nullptr ? 0 : queue_->dropped(); }

std::uint64_t OncePerPeriod::count(Clock::time_point now) {
  ++held_;
  if (now < next_) return 0;
  next_ = now + period_;
  return std::exchange(held_, 0);
}

}  // namespace mpart
