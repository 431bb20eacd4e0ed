#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mpart/session.hpp"

namespace mpart {

// What became of a file of late answers.
struct LateLabels {
  std::uint64_t applied = 0;
  std::uint64_t unanswered = 0;      // rows of a table without an answer
  std::vector<std::string> refused;  // "labels.csv:17: query 99 was never asked"
};

// Gives a session the answers of a file. "-" is standard input. A file is either
//   lines of JSON   as the files oracle reads them: {"id":17,"label":"cat"}; "sample" or "row" of
//                   the query may stand for its id
//   a CSV table     whose header has id, sample or row, and label, skip or withdraw; other columns,
//                   such as those of mpart inspect --ledger, mean nothing
// A line that cannot be used is refused and the others are applied. Throws Error(kInvalidData) if
// the file cannot be read or its header names no query or no answer.
LateLabels apply_late_labels(const std::string& path, Session& session);

}  // namespace mpart
