#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "util/non_copyable.hpp"

namespace mpart {

// A table whose columns have names and types, read row by row as the text of its cells: what
// CsvRecords gives of the same table as CSV, without the header. Not thread-safe.
class TableReader : private NonCopyable {
 public:
  virtual ~TableReader() = default;

  const std::string& name() const { return name_; }                     // of the file, for messages
  const std::vector<std::string>& columns() const { return columns_; }  // their names

  // Goes to the next row; false at the end. Throws Error(kInvalidData).
  virtual bool next() = 0;

  // A cell for each column; a missing value is empty. Valid until next().
  std::span<const std::string_view> fields() const { return fields_; }

  std::uint64_t row() const { return row_; }  // the number of the row, from 1

  // The share that has been read, 0 to 1; nothing if only reading can tell.
  virtual std::optional<double> progress() const = 0;

 protected:
  explicit TableReader(std::string name) : name_(std::move(name)) {}

  std::string name_;
  std::vector<std::string> columns_;
  std::vector<std::string_view> fields_;
  std::uint64_t row_ = 0;
};

}  // namespace mpart
