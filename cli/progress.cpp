#include "cli/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "cli/report.hpp"

namespace mpart {

namespace {

constexpr std::uint64_t kSamplesBetweenLooks = 64;
constexpr std::chrono::milliseconds kBetweenDrawings(100);
constexpr int kBarWidth = 16;

std::string bar(double share) {
  const int full = static_cast<int>(share * kBarWidth);
  std::string text = "[";
  for (int i = 0; i < kBarWidth; ++i) text += i < full ? '#' : '.';
  return text + "] " + std::to_string(static_cast<int>(share * 100)) + "% ";
}

std::size_t terminal_width() {
  struct winsize size {};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

Progress::Progress(bool wanted) : shown_(wanted && ::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() { wipe(); }

void Progress::update(std::uint64_t samples, std::uint64_t questions, std::optional<double> share) {
  if (!shown_ || samples % kSamplesBetweenLooks != 0) return;
  const Clock::time_point now = Clock::now();
  if (now - last_ < kBetweenDrawings) return;
  last_ = now;
  draw(samples, questions, share, now);
}

void Progress::draw(std::uint64_t samples, std::uint64_t questions, std::optional<double> share,
                    Clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::string line;
  if (share) line += bar(std::clamp(*share, 0.0, 1.0));
  line += grouped(samples) + " at " +
          grouped(static_cast<std::uint64_t>(static_cast<double>(samples) / seconds)) + "/s";
  if (share && *share > 0) line += ", " + duration(seconds * (1 - *share) / *share) + " left";
  line += ", " + grouped(questions) + " questions";  // last: the first to go on a narrow terminal
  line.resize(std::min(line.size(), terminal_width() - 1));
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
  drawn_ = true;
}

void Progress::wipe() {
  if (drawn_) std::fprintf(stderr, "\r\033[K");
  drawn_ = false;
}

}  // namespace mpart
