#pragma once

#include <cstdint>
#include <fstream>
#include <istream>
#include <string>
#include <vector>

namespace mpart::reproduce {

// A finished trial as it stands in the log: which cell it belongs to, and what it gave.
struct LoggedTrial {
  std::string data, setup;
  std::uint64_t number = 0;  // from 1
  std::vector<double> measured;
};

// The trials under a first line that equals `head`; none under another. A line that was cut off or
// damaged is passed over: its trial will run again.
std::vector<LoggedTrial> read_trials(std::istream& in, const std::string& head);

// Trials are added to the end as they finish, so that one that is done stays done.
class TrialLog {
 public:
  // Goes on with the file if its head is the same, otherwise begins it anew. Throws
  // Error(kInvalidData) if it cannot be written.
  TrialLog(std::string path, const std::string& head, const std::string& names);

  const std::vector<LoggedTrial>& before() const { return before_; }
  void add(const LoggedTrial& trial);  // throws Error(kInvalidData) if it cannot be written

 private:
  std::string path_;
  std::vector<LoggedTrial> before_;
  std::ofstream file_;
};

}  // namespace mpart::reproduce
