#pragma once

#include <sys/types.h>

#include <map>
#include <string>

#include "temporary_folder.hpp"

namespace mpart::tests {

// How a command ended and what it said.
struct Ended {
  int code = 0;  // exit code, or 128 + the signal that killed it
  std::string out, err;
};

// A shell command that runs in a folder. `mpart` in it is the program under test, $DATA the folder
// of the example data. A command still there after half a minute is killed.
class Running {
 public:
  Running(const TemporaryFolder& folder, const std::string& command, const std::string& input = "");
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // To the shell: write `exec mpart ...` to reach the program.
  void signal(int number) const;
  Ended wait();

 private:
  bool ended_by_now();
  void kill_all() const;

  int out_, err_;
  pid_t shell_ = -1;
  int status_ = 0;
  bool ended_ = false;
};

Ended run(const TemporaryFolder& folder, const std::string& command, const std::string& input = "");

// Every file of a folder and what is in it; links and pipes by name alone.
std::map<std::string, std::string> everything_in(const TemporaryFolder& folder);

// Waits until a file is there with at least this many bytes; false after ten seconds.
bool appears(const std::string& path, std::size_t bytes = 1);

}  // namespace mpart::tests
