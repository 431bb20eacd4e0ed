#pragma once

#include <string>
#include <vector>

#include "source/parquet/footer.hpp"
#include "source/parquet/thrift.hpp"

namespace mpart::parquet {

// An element of the schema, which is a tree in the order of its nodes.
struct SchemaElement {
  std::string name;
  std::int64_t physical = -1;   // none: a group
  std::int64_t length = 0;      // of kFixedBytes
  std::int64_t repetition = 0;  // 0 required, 1 optional, 2 repeated
  std::int64_t children = 0;
  std::int64_t converted = -1;  // what the value means, in files of old
  std::int64_t logical = 0;     // the same, in today's; 0: nothing said
  std::int64_t scale = 0;       // of a decimal
  std::int64_t unit = 0;        // of times: 1 milliseconds, 2 microseconds, 3 nanoseconds
  std::int64_t bits = 0;        // of an integer
  bool is_signed = true;
  bool utc = false;
};

SchemaElement read_schema_element(ThriftReader& in, ThriftType type);

// The columns of a flat table. Throws Error(kInvalidData) that begins with `name` and says which
// column is none.
std::vector<Column> flat_columns(const std::vector<SchemaElement>& schema, const std::string& name);

}  // namespace mpart::parquet
