#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "util/child_process.hpp"

namespace mpart {

// A program that is started once and kept running, and answers every line that it is given by a
// line. Neither side waits for the other while both write. Not thread-safe.
class LineProgram {
 public:
  enum class Outcome {
    kAnswered,      // as many lines as were wanted
    kEnded,         // the program has ended, or closed its output, before
    kTimedOut,      // it has not answered in time
    kTooManyLines,  // it has written more lines than it was given
    kTooLong,       // it has written more than kMostAnswer bytes for one exchange
  };
  static constexpr std::size_t kMostAnswer = std::size_t{256} << 20;

  // Starts it by /bin/sh, apart from the terminal's signals. Throws Error if that fails.
  explicit LineProgram(const std::string& command);
  // Closes its input; what still runs after a second is killed, with all that it has started.
  ~LineProgram();
  LineProgram(const LineProgram&) = delete;
  LineProgram& operator=(const LineProgram&) = delete;

  // Writes `input`, which has `count` lines, and reads as many into `answers`, without their line
  // ends. REQUIRES: every exchange before has been answered.
  Outcome exchange(std::string_view input, std::size_t count, std::chrono::milliseconds limit,
                   std::vector<std::string>& answers);

  // After kEnded: "exit status 3: the last line of its standard error".
  std::string how_it_ended();
  // The last line of its standard error that is not empty; empty if there is none.
  std::string last_error() const;

 private:
  using Clock = std::chrono::steady_clock;

  bool poll_once(std::string_view& input, Clock::time_point end);
  void write_some(std::string_view& input);
  void read_output();
  void read_errors();

  Pipe input_, output_, errors_;
  ChildProcess child_;
  std::string answers_;        // what it has written and nobody has taken
  std::size_t lines_ = 0;      // line ends in answers_
  std::string error_text_;     // the end of what it complained about
  bool output_ended_ = false;  // it writes no more
};

}  // namespace mpart
