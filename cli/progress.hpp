#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "prepare/training.hpp"

namespace mpart {

// A line on the terminal that is drawn over and over. Draws nothing when standard error is not a
// terminal.
class StatusLine {
 public:
  explicit StatusLine(bool wanted);
  ~StatusLine() { wipe(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  bool due();  // the last drawing is old enough for another one
  void draw(std::string line);
  void wipe();
  double seconds() const;  // since the start

 private:
  using Clock = std::chrono::steady_clock;

  bool shown_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

// "[####....] 50% "
std::string progress_bar(double share);

// Where training stands, for a status line: bar, epoch, loss, time left.
std::string progress_text(const embed::Progress& progress);

// Where a stream of samples stands: bar, count, rate, time left.
class Progress {
 public:
  explicit Progress(bool wanted) : line_(wanted) {}

  // Cheap to call for every sample: looks at the clock only now and then.
  void update(std::uint64_t samples, std::uint64_t questions, std::optional<double> share);
  void wipe() { line_.wipe(); }

 private:
  StatusLine line_;
};

}  // namespace mpart
