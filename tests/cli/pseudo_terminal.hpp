#pragma once

#include <sys/types.h>

#include <string>

#include "temporary_folder.hpp"

namespace mpart::tests {

// A shell command whose standard streams are a terminal of 100 columns, with a person in front of
// it. `mpart` and $DATA are as in program.hpp. It is killed at the end if it is still there.
class PseudoTerminal {
 public:
  PseudoTerminal(const TemporaryFolder& folder, const std::string& command);
  ~PseudoTerminal();
  PseudoTerminal(const PseudoTerminal&) = delete;
  PseudoTerminal& operator=(const PseudoTerminal&) = delete;

  // Waits until the text has been shown after what was waited for before; false after half a
  // minute, or when the command ended without it.
  bool shows(const std::string& text);
  void type(const std::string& text) const;
  void hang_up();  // closes the terminal, as a dropped connection does
  void signal(int number) const;
  int wait();  // exit code, or 128 + signal
  const std::string& shown() const { return shown_; }

 private:
  bool read_more(int milliseconds);

  int terminal_ = -1;
  pid_t shell_ = -1;
  std::string shown_;
  std::size_t looked_at_ = 0;
  bool ended_ = false;
};

}  // namespace mpart::tests
