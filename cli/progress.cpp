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

std::size_t terminal_width() {
  struct winsize size {};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

StatusLine::StatusLine(bool wanted) : shown_(wanted && ::isatty(STDERR_FILENO) == 1) {}

bool StatusLine::due() {
  if (!shown_) return false;
  const Clock::time_point now = Clock::now();
  if (now - last_ < kBetweenDrawings) return false;
  last_ = now;
  return true;
}

double StatusLine::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void StatusLine::draw(std::string line) {
  if (!shown_) return;
  line.resize(std::min(line.size(), terminal_width() - 1));
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
  drawn_ = true;
}

void StatusLine::wipe() {
  if (drawn_) std::fprintf(stderr, "\r\033[K");
  drawn_ = false;
}

std::string progress_bar(double share) {
  const int full = static_cast<int>(share * kBarWidth);
  std::string text = "[";
  for (int i = 0; i < kBarWidth; ++i) text += i < full ? '#' : '.';
  return text + "] " + std::to_string(static_cast<int>(share * 100)) + "% ";
}

std::string progress_text(const embed::Progress& progress) {
  return progress_bar(progress.share) + "epoch " +
         std::to_string(std::min(progress.epoch + 1, progress.epochs)) + " of " +
         std::to_string(progress.epochs) + ", loss " + fixed(progress.loss, 4) + ", " +
         duration(progress.seconds_left()) + " left";
}

void Progress::update(std::uint64_t samples, std::uint64_t questions, std::optional<double> share) {
  if (samples % kSamplesBetweenLooks != 0 || !line_.due()) return;
  const double seconds = line_.seconds();
  std::string line;
  if (share) line += progress_bar(std::clamp(*share, 0.0, 1.0));
  line += grouped(samples) + " at " +
          grouped(static_cast<std::uint64_t>(static_cast<double>(samples) / seconds)) + "/s";
  if (share && *share > 0) line += ", " + duration(seconds * (1 - *share) / *share) + " left";
  // Last: the first to go on a narrow terminal.
  if (questions > 0) line += ", " + grouped(questions) + " questions";
  line_.draw(std::move(line));
}

}  // namespace mpart
