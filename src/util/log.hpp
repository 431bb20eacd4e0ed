#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <variant>

namespace mpart {

enum class LogLevel { kDebug, kInfo, kWarning, kError };
enum class LogFormat { kText, kJson };

// The value of a field: a text, a number or a truth value.
class LogValue {
 public:
  LogValue(std::convertible_to<std::string_view> auto const& text)  // NOLINT: {"name", "text"}
      : value_(std::string_view(text)) {}
  LogValue(std::signed_integral auto number)  // NOLINT: {"name", 12}
      : value_(static_cast<std::int64_t>(number)) {}
  LogValue(std::unsigned_integral auto number)  // NOLINT
      : value_(static_cast<std::uint64_t>(number)) {}
  LogValue(std::floating_point auto number)  // NOLINT
      : value_(static_cast<double>(number)) {}
  LogValue(bool truth) : value_(truth) {}  // NOLINT

 private:
  friend class Log;
  std::variant<std::string_view, std::int64_t, std::uint64_t, double, bool> value_;
};

struct LogField {
  std::string_view name;
  LogValue value;
};
using LogFields = std::initializer_list<LogField>;

// What the program does, a line at a time:
//   log.info("snapshot written", {{"generation", 12}, {"bytes", 5312}, {"ms", 14.2}});
//   2026-11-18T03:12:45.123Z info snapshot written generation=12 bytes=5312 ms=14.2
//   {"time":"2026-11-18T03:12:45.123Z","level":"info","message":"snapshot
//   written","generation":12,..
//
// Texts are cut to 200 characters and sanitized (sanitize_text), so that a value from outside can
// neither end a line nor steer a terminal. Messages and names of fields are the program's own.
//
// A thread of its own writes the lines, one write(2) each: whoever logs never waits for a slow
// terminal or a pipe that nobody reads. Lines that exceed the queue of 1 MiB are dropped; their
// number is told in a line when there is room again. Any thread may log. Nothing throws.
class Log {
 public:
  Log();  // writes nothing, for tests
  // `fd`, standard error say, stays the caller's. Throws std::system_error if there is no thread.
  Log(int fd, LogLevel least, LogFormat format);
  ~Log();  // writes what is left, for at most a second
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  // Whether lines of this level are written; for those whose fields cost something to find out.
  bool enabled(LogLevel level) const { return queue_ != nullptr && level >= least_; }

  void debug(std::string_view message, LogFields fields = {}) noexcept {
    write(LogLevel::kDebug, message, fields);
  }
  void info(std::string_view message, LogFields fields = {}) noexcept {
    write(LogLevel::kInfo, message, fields);
  }
  void warning(std::string_view message, LogFields fields = {}) noexcept {
    write(LogLevel::kWarning, message, fields);
  }
  void error(std::string_view message, LogFields fields = {}) noexcept {
    write(LogLevel::kError, message, fields);
  }
  void write(LogLevel level, std::string_view message, LogFields fields) noexcept;

  std::uint64_t dropped() const noexcept;  // lines, since the start

 private:
  class Queue;

  LogLevel least_ = LogLevel::kError;
  // Shared with the thread, which may be stuck in write(2) when the log ends.
  std::shared_ptr<Queue> queue_;
};

// Lets a message that clients can cause through at most once a period. One thread.
//   if (const auto count = refused_.count()) log.warning("tokens refused", {{"count", count}});
class OncePerPeriod {
 public:
  using Clock = std::chrono::steady_clock;
  explicit OncePerPeriod(Clock::duration period = std::chrono::minutes(1)) : period_(period) {}

  // Counts one more. Returns how many happened since the message was last let through, this one
  // included, or 0 if it is to be held back.
  std::uint64_t count(Clock::time_point now = Clock::now());

 private:
  Clock::duration period_;
  Clock::time_point next_ = Clock::time_point::min();
  std::uint64_t held_ = 0;
};

struct OncePerSecond : OncePerPeriod {
  OncePerSecond() : OncePerPeriod(std::chrono::seconds(1)) {}
};

}  // namespace mpart
