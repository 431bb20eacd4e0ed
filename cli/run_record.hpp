#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "mpart/session.hpp"

namespace mpart {

// How a model came to be whose answers came from outside the data: a file MODEL.run beside it. It
// says which data the run reads and which of its rows belong to the model's first sample, so that
// the same command can go on where it stopped. It is written before the model and never changed
// during a run; a model that has one is not overwritten without --overwrite.
struct RunRecord {
  std::string data;                // where the data is, from the root folder; "-"
  std::vector<std::string> words;  // flags that say how it is read
  std::uint64_t skip = 0;          // --skip of the first run
  std::uint64_t passed = 0;        // rows before the first one of this run
  std::uint64_t samples = 0;       // of the model when this run began
  std::uint64_t first_row = 0;     // checksum of the first row of the data; 0: not known

  // Throws Error(kCorrupt) for a record that cannot be read; nullopt if there is none.
  static std::optional<RunRecord> read(const std::string& model);
  void write(const std::string& model) const;

  // Rows of the data that a model with this record has seen.
  std::uint64_t passed_by(const Session& session) const {
    return passed + session.counters().samples - samples;
  }

  // What the records say of the data in different ways, for an error; empty if they say the same.
  std::string difference(const RunRecord& other) const;
};

// The path from the root folder, so that it means the same elsewhere; "-" and synthetic streams
// stay.
std::string whole_path(const std::string& data);

// A checksum of a row's name and values.
std::uint64_t row_checksum(const Sample& sample);

// Compares the rows that a run passes over with what the model knows of them.
class PassedRows {
 public:
  PassedRows(const RunRecord& record, const Session& session, std::string data);

  // `index`: of the row, from 0. Throws Error(kConflict) if another row was there before.
  void check(std::uint64_t index, const Sample& sample) const;

 private:
  struct Asked {
    std::uint64_t row;
    std::string name;
  };
  std::uint64_t first_row_;
  std::unordered_map<std::uint64_t, Asked> asked_;  // by index
  std::string data_;
};

}  // namespace mpart
