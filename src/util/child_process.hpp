#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "util/owned_fd.hpp"

namespace mpart {

// How a program ended.
struct ExitStatus {
  int exit_code = 0;
  int signal = 0;  // that ended it; 0: it ended by itself
};

// The two ends of a pipe that a program does not inherit, above the standard descriptors. Throws
// Error.
struct Pipe {
  OwnedFd read_end, write_end;
};
Pipe make_pipe();

// A descriptor above the standard ones, so that making those in the child overwrites none.
OwnedFd above_standard(OwnedFd fd);

// A running program, found in PATH, with these descriptors as its standard ones. It starts with no
// signal blocked and SIGPIPE as usual; it is killed and waited for if nobody has waited.
class ChildProcess {
 public:
  struct Streams {
    int input, output, errors;
  };
  // `own_group`: signals of the terminal do not reach it, and kill() reaches what it has started.
  // Throws Error if it cannot be started: kNotFound if there is no such program.
  ChildProcess(const std::vector<std::string>& command, const Streams& streams,
               bool own_group = false);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void kill() const;

  // Waits until it has ended.
  ExitStatus wait();
  // The same without waiting: nothing while it runs.
  std::optional<ExitStatus> ended();

 private:
  pid_t id_ = 0;
  bool own_group_;
  std::optional<ExitStatus> status_;
};

}  // namespace mpart
