#include "cli/reproduce/trial_log.hpp"

#include <optional>
#include <sstream>
#include <string_view>

#include "cli/report.hpp"
#include "mpart/error.hpp"
#include "util/atomic_file.hpp"
#include "util/text.hpp"

namespace mpart::reproduce {

namespace {

constexpr std::string_view kEnd = ".";  // of a line: one without it was cut off

std::optional<LoggedTrial> parse_line(const std::string& line) {
  std::istringstream cells(line);
  LoggedTrial trial;
  std::string text;
  std::getline(cells, trial.data, ',');
  std::getline(cells, trial.setup, ',');
  std::getline(cells, text, ',');
  if (!parse_whole(text, trial.number) || trial.number == 0) return std::nullopt;
  while (std::getline(cells, text, ',')) {
    if (text == kEnd && cells.peek() == std::istringstream::traits_type::eof()) return trial;
    if (!parse_whole(text, trial.measured.emplace_back())) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::vector<LoggedTrial> read_trials(std::istream& in, const std::string& head) {
  std::vector<LoggedTrial> trials;
  std::string line;
  if (!std::getline(in, line) || line != head) return trials;
  while (std::getline(in, line)) {
    if (auto trial = parse_line(line)) trials.push_back(std::move(*trial));
  }
  return trials;
}

TrialLog::TrialLog(std::string path, const std::string& head, const std::string& names)
    : path_(std::move(path)) {
  std::ifstream file(path_);
  before_ = read_trials(file, head);
  if (before_.empty()) write_file_atomically(path_, head + '\n' + names + '\n');
  file_.open(path_, std::ios::app);
  file_ << '\n';  // in case the last line was cut off
}

void TrialLog::add(const LoggedTrial& trial) {
  file_ << trial.data << ',' << trial.setup << ',' << trial.number;
  for (const double value : trial.measured) file_ << ',' << shortest(value);
  file_ << ',' << kEnd << std::endl;
  if (!file_) throw invalid_data(path_ + ": cannot write");
}

}  // namespace mpart::reproduce
