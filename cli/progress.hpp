#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace mpart {

// A line on the terminal that is drawn over and over: bar, count, rate, time left.
// Draws nothing when standard error is not a terminal.
class Progress {
 public:
  explicit Progress(bool wanted);
  ~Progress();  // wipes the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Cheap to call for every sample: looks at the clock only now and then.
  void update(std::uint64_t samples, std::uint64_t questions, std::optional<double> share);
  void wipe();

 private:
  using Clock = std::chrono::steady_clock;

  void draw(std::uint64_t samples, std::uint64_t questions, std::optional<double> share,
            Clock::time_point now);

  bool shown_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace mpart
