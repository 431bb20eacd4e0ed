#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/evaluation.hpp"
#include "cli/output_file.hpp"
#include "mpart/session.hpp"

namespace mpart {

// One row a sample.
class TraceFile {
 public:
  explicit TraceFile(const std::string& path);
  void add(const Session& session, const Step& step);
  void flush() { file_.stream().flush(); }
  void asked_at_end();  // a question came after the last sample: it belongs to that row
  void commit();

 private:
  void write_row();

  OutputFile file_;
  std::string row_;  // all but its last cell; written when the next row comes
  bool queried_ = false;
};

// One row every few samples.
class CurveFile {
 public:
  CurveFile(const std::string& path, bool with_test);
  void add(const Session& session, const Evaluation& online, const std::optional<Evaluation>& test);
  void commit() { file_.commit(); }

 private:
  OutputFile file_;
};

// One row a question, the last 65,536 of them.
void write_ledger(const Session& session, std::ostream& out);

struct RunResult {
  const Session& session;
  std::uint64_t seen = 0;  // samples of this run
  double seconds = 0;      // spent learning and asking
  Evaluation online;       // answers to the stream's own samples, before any label of theirs
  std::optional<Evaluation> test;
};

std::string readable_report(const RunResult& result);
std::string json_report(const RunResult& result);  // one object, one line

}  // namespace mpart
