#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "mpart/source.hpp"
#include "source/byte_stream.hpp"
#include "source/table_reader.hpp"

namespace mpart {

// The rows of a table as samples, as read_csv gives them of the same table. Throws
// Error(kInvalidData) if it has no rows, or does not fit the options.
std::unique_ptr<Source> read_table(std::unique_ptr<TableReader> table,
                                   const SourceOptions& options);

// Whether data that starts so is a file of columns: Parquet, Arrow or Feather.
bool is_table(std::string_view start);
inline constexpr std::size_t kTableStart = 6;  // bytes that tell

// Opens a file of columns. `stream` is what open_stream(path) gives, from its beginning; a file
// that has to be read from its end is opened again by its path.
std::unique_ptr<TableReader> open_table(const std::string& path,
                                        std::unique_ptr<ByteStream> stream);

}  // namespace mpart
