#pragma once

#include <CLI/CLI.hpp>
#include <istream>
#include <memory>
#include <streambuf>
#include <string>

#include "mpart/oracle.hpp"
#include "mpart/session.hpp"

namespace mpart {

class FilesOracle;

// The words of the command line that say who answers.
class OracleOptions {
 public:
  void add_to(CLI::App& command);

  // Throws Error(kInvalidArgument) for an unknown kind.
  void check() const;
  // check(), and opens it. `data` tells whether standard input is taken, and what to show.
  void open(const std::string& data);
  Oracle& oracle() { return *oracle_; }
  const std::string& output() const { return queries_path_; }  // a file it writes, or empty
  bool is_person() const { return spec_ == "terminal"; }
  bool is_outside() const { return spec_ != "column"; }  // not the data's own labels
  bool answers_at_once() const { return is_outside() && files_ == nullptr; }  // once open

  // The stream has ended: waits for late answers as long as --wait says, until none is missing.
  void wait_for_answers(Session& session);

  // What was wrong with answers that came in, for people to read.
  void print_warnings() const;

 private:
  std::string spec_ = "column";
  std::string pictures_ = "auto";
  std::string queries_path_;
  double wait_seconds_ = 0;
  std::unique_ptr<std::streambuf> terminal_;
  std::unique_ptr<std::istream> terminal_stream_;
  std::unique_ptr<Oracle> oracle_;
  FilesOracle* files_ = nullptr;  // oracle_, if it is one
};

}  // namespace mpart
