#include "label/files_oracle.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

#include "util/sanitize_text.hpp"
#include "util/system_error.hpp"
#include "wire/answer_json.hpp"
#include "wire/query_json.hpp"

namespace mpart {

namespace {

constexpr std::int64_t kPollNanoseconds = 50'000'000;

[[noreturn]] void fail(const std::string& path, int reason) {
  throw system_error(path + ": cannot write", reason);
}

// A fifth of the cost of steady_clock, and exact enough: it advances every few milliseconds.
std::int64_t coarse_now_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// Nobody should find half a line where the disk became full.
void take_back(int fd, ssize_t written) {
  struct stat status {};
  if (written <= 0 || ::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return;
  if (::ftruncate(fd, status.st_size - written) != 0) return;  // nothing more can be done
}

}  // namespace

FilesOracle::FilesOracle(std::string queries_path, std::string labels_path,
                         std::uint64_t labels_offset)
    : queries_path_(std::move(queries_path)),
      queries_(::open(queries_path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)),
      labels_(std::move(labels_path), labels_offset) {
  if (!queries_.valid()) fail(queries_path_, errno);
}

Answer FilesOracle::ask(const Query& query) {
  const std::string line = wire::query_json(query) + '\n';
  ssize_t written = 0;
  do {
    written = ::write(queries_.get(), line.data(), line.size());
  } while (written < 0 && errno == EINTR);
  if (written < 0) fail(queries_path_, errno);
  if (static_cast<std::size_t>(written) != line.size()) {
    take_back(queries_.get(), written);
    fail(queries_path_, ENOSPC);
  }
  return {Answer::Kind::kLater, ""};
}

std::span<const LateAnswer> FilesOracle::collect() {
  const std::int64_t now = coarse_now_ns();
  if (now < next_poll_ns_) return {};
  next_poll_ns_ = now + kPollNanoseconds;
  read_labels();
  return answers_;
}

void FilesOracle::read_labels() {
  answers_.clear();
  LateAnswer answer;
  std::string wrong;
  const std::string problem = labels_.poll([&](const LineTail::Line& line) {
    if (line.too_long) {
      wrong = "a line of more than 1 MiB";
    } else if (without_outer_spaces(line.text).empty()) {
      return;
    } else if (wire::parse_answer(line.text, answer, wrong)) {
      answers_.push_back(answer);
      return;
    }
    warn(labels_.path() + ':' + std::to_string(line.number), wrong);
  });
  if (!problem.empty() && problem != last_problem_) warn(labels_.path(), problem);
  last_problem_ = problem;
}

void FilesOracle::refuse(const LateAnswer& /*answer*/, const std::string& reason) {
  warn(labels_.path(), reason);
}

void FilesOracle::warn(const std::string& where, const std::string& what) {
  ++warning_count_;
  if (warnings_.size() < kKeptWarnings) warnings_.push_back(where + ": " + sanitize_text(what));
}

}  // namespace mpart
