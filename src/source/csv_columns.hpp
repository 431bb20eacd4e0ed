#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mpart/source.hpp"
#include "source/csv_records.hpp"

namespace mpart {

// Which column of a CSV is what.
struct CsvColumns {
  std::size_t count = 0;
  std::vector<std::string> names;  // empty: there is no header
  std::optional<std::size_t> label, id;
  std::vector<std::size_t> features;  // the other columns, in order

  // How messages call a column: `column 3 (x2)`.
  std::string title(std::size_t column) const;
};

// Decides from the first row. It is a header if some cell outside the label column is neither empty
// nor a number, or if the label's cell is what the caller or everybody calls a label column.
// Throws Error(kBadInput) if there is no such label column or no feature.
CsvColumns decide_columns(const CsvRecords& first_row, const SourceOptions& options);

}  // namespace mpart
