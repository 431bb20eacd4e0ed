#pragma once

#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "source/csv_records.hpp"
#include "source/support.hpp"
#include "source/table_readers.hpp"

namespace mpart::test {

using Row = std::vector<std::string>;

// Files of tests/fixtures/tables, which its script `make` wrote.
inline std::string table_path(const std::string& name) {
  return MPART_SOURCE_DIR "/tests/fixtures/tables/" + name;
}

inline std::string table_bytes(const std::string& name) {
  std::ifstream file(table_path(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::unique_ptr<TableReader> table_of(const std::string& name, const std::string& bytes) {
  if (name.ends_with(".parquet")) return open_parquet(random_input_of(name, bytes));
  if (name.ends_with(".arrows")) return open_arrow_stream(stream_of(name, bytes));
  return open_arrow_file(random_input_of(name, bytes));
}

// The names, then all rows.
inline std::vector<Row> rows_of(TableReader& table) {
  std::vector<Row> rows{table.columns()};
  while (table.next()) rows.emplace_back(table.fields().begin(), table.fields().end());
  return rows;
}

inline std::vector<Row> csv_rows(const std::string& name) {
  CsvRecords records(stream_of(name, table_bytes(name)));
  std::vector<Row> rows;
  while (records.next()) rows.emplace_back(records.fields().begin(), records.fields().end());
  return rows;
}

}  // namespace mpart::test
