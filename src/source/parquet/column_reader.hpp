#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "source/parquet/footer.hpp"
#include "source/parquet/page_header.hpp"
#include "source/parquet/page_values.hpp"
#include "source/parquet/run_reader.hpp"
#include "source/random_input.hpp"
#include "source/table_memory.hpp"

namespace mpart::parquet {

// The cells of a column, one after the other. A page and a dictionary are in memory at a time.
class ColumnReader {
 public:
  // `file`, `column` and `memory` must outlive it.
  ColumnReader(const RandomInput& file, const Column& column, TableMemory& memory)
      : file_(&file), column_(&column), memory_(&memory), printer_(column.type) {}

  // Goes to the beginning of a row group. REQUIRES: the chunk lies inside the file.
  void open(const Chunk& chunk);

  // The next cell; empty if the value is missing. Valid until the next call. Throws
  // Error(kInvalidData) if the pages are damaged or hold no more.
  std::string_view next();

 private:
  void load_page();
  PageHeader read_header();
  std::string_view read_body(const PageHeader& header);
  std::string_view unpack(std::string_view packed, std::size_t size, TableBuffer& into);
  void load_dictionary(const PageHeader& header, std::string_view body);
  void load_data(const PageHeader& header, std::string_view body);
  void load_data2(const PageHeader& header, std::string_view body);
  void begin_values(const PageHeader& header, std::string_view levels, std::string_view values);
  std::string_view entry(std::uint32_t index) const;
  [[noreturn]] void damaged(const std::string& what) const;

  const RandomInput* file_;
  const Column* column_;
  TableMemory* memory_;
  CellPrinter printer_;

  Chunk chunk_;
  std::uint64_t position_ = 0;  // of the next page
  std::uint64_t left_ = 0;      // values of the present page
  TableBuffer packed_, page_;
  RunReader levels_;
  std::unique_ptr<PageValues> values_;  // null: indices into the dictionary
  RunReader indices_;

  TableBuffer dictionary_page_;
  std::vector<std::uint32_t> entry_ends_;  // in entries_
  std::string entries_;                    // the dictionary's cells
  std::size_t dictionary_memory_ = 0;
  bool has_dictionary_ = false;
};

}  // namespace mpart::parquet
