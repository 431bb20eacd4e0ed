#pragma once

#include <cstdint>
#include <string_view>

namespace mpart::parquet {

struct PageHeader {
  enum Kind : std::int64_t { kData = 0, kIndex = 1, kDictionary = 2, kData2 = 3 };

  std::int64_t kind = -1;
  std::int64_t unpacked_size = -1, packed_size = -1;
  std::int64_t values = -1;  // missing ones too
  std::int64_t encoding = -1;
  std::int64_t level_encoding = 3;                        // of kData
  std::int64_t definition_size = 0, repetition_size = 0;  // bytes of levels; of kData2
  bool packed = true;                                     // of kData2
};

// Reads the header that `bytes` begin with and says how long it is; false if they do not hold one.
bool read_page_header(std::string_view bytes, PageHeader& header, std::size_t& size);

}  // namespace mpart::parquet
