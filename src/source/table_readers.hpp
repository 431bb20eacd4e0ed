#pragma once

#include <memory>

#include "source/byte_stream.hpp"
#include "source/random_input.hpp"
#include "source/table_reader.hpp"

namespace mpart {

// Tables in files of columns. Each throws Error(kInvalidData) if that is not what the file looks
// like, or if a column holds lists or structs: one value a row is expected.

// Apache Parquet: pages v1 and v2, every encoding in use, Snappy, gzip, Zstandard and LZ4. A page
// of each column is in memory at a time.
std::unique_ptr<TableReader> open_parquet(std::unique_ptr<RandomInput> file);

// Apache Arrow IPC, plain or with LZ4 or Zstandard: a file (Feather version 2), or a stream, which
// may also be a file that comes through a pipe. A record batch is in memory at a time.
std::unique_ptr<TableReader> open_arrow_file(std::unique_ptr<RandomInput> file);
std::unique_ptr<TableReader> open_arrow_stream(std::unique_ptr<ByteStream> stream);

}  // namespace mpart
