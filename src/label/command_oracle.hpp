#pragma once

#include <string>

#include "mpart/oracle.hpp"

namespace mpart {

// Another program, started by /bin/sh for each question. It finds the question on its standard
// input, one line of JSON (wire/query_json.hpp), and prints the class as the first line of its
// output; an empty line, or none, is a skip. Ending by SIGINT, as after Ctrl-C, is a wish to quit.
// Not thread-safe.
class CommandOracle : public Oracle {
 public:
  // Throws Error(kInvalidArgument) if `command` is empty.
  explicit CommandOracle(std::string command);

  // Throws Error(kInternal) naming the command if it fails: the question stays open.
  Answer ask(const Query& query) override;

 private:
  std::string command_;
};

}  // namespace mpart
