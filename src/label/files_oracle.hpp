#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "label/line_tail.hpp"
#include "mpart/oracle.hpp"
#include "util/owned_fd.hpp"

namespace mpart {

// Somebody who reads questions from one file and writes answers to another, whenever they like.
// Questions are appended to the first, a line of JSON each (wire/query_json.hpp); the second is
// read as it grows (wire/answer_json.hpp, line_tail.hpp). A later answer to the same question
// corrects it.
//
// After a restart the labels are read again from the first line, or from the offset that
// labels_offset() gave before. Answers that are applied already do no harm: a session
// that hears the same again changes nothing.
// Not thread-safe.
class FilesOracle : public Oracle {
 public:
  static constexpr std::size_t kKeptWarnings = 100;

  // Throws Error(kInvalidData) if the questions cannot be written; the labels need not exist yet.
  FilesOracle(std::string queries_path, std::string labels_path, std::uint64_t labels_offset = 0);

  // Always kLater. Throws Error(kInvalidData) naming the path if the disk is full, for example; the
  // file ends with a whole line even then.
  Answer ask(const Query& query) override;

  // Looks at the file every 50 ms; in between a call costs a few nanoseconds.
  std::span<const LateAnswer> collect() override;

  void refuse(const LateAnswer& answer, const std::string& reason) override;

  // The next collect() looks at the file whatever the clock says: for the end of a stream.
  void poll_now() { next_poll_ns_ = 0; }

  std::uint64_t labels_offset() const { return labels_.offset(); }

  // Lines that could not be used, "labels.jsonl:17: no "id"": the first 100, and how many there
  // were.
  const std::vector<std::string>& warnings() const { return warnings_; }
  std::uint64_t warning_count() const { return warning_count_; }

 private:
  void read_labels();
  void warn(const std::string& where, const std::string& what);

  std::string queries_path_;
  OwnedFd queries_;
  LineTail labels_;
  std::int64_t next_poll_ns_ = 0;
  std::vector<LateAnswer> answers_;
  std::string last_problem_;  // of the whole file, said once and not every 50 ms
  std::vector<std::string> warnings_;
  std::uint64_t warning_count_ = 0;
};

}  // namespace mpart
