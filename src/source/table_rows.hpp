#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/columns.hpp"
#include "mpart/sample.hpp"
#include "mpart/source.hpp"
#include "source/first_rows.hpp"

namespace mpart {

// Rows of cells as samples, for every reader of tables. The columns are the model's, where it has
// some, and are decided by the first rows otherwise.
class TableRows {
 public:
  // Throws Error(kInvalidData) if the table does not fit. `names`: the header; empty: there is
  // none. REQUIRES: at least one row.
  TableRows(std::span<const std::string> names, const TextRows& rows, const ColumnChoices& choices,
            const SourceOptions& options);

  // The columns are known, and the table has them in this order.
  TableRows(Columns columns, const SourceOptions& options);

  const Columns& columns() const { return columns_; }

  // Replaces everything in `sample` but its row. Throws Error(kInvalidData) that names column and
  // cell. REQUIRES: as many cells as the table has columns.
  void read(Columns::Cells cells, Sample& sample);

 private:
  void check_texts(const Sample& sample) const;
  void find_columns(std::span<const std::string> names, std::size_t count,
                    const std::string& label_column);

  Columns columns_;
  std::string missing_label_;
  bool labelled_ = true;
  std::vector<std::size_t> positions_;     // where each column is in the table; empty: as they are
  std::vector<std::string_view> ordered_;  // the cells in the order of the columns
};

}  // namespace mpart
