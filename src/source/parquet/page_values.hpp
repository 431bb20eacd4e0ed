#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "source/parquet/footer.hpp"
#include "util/non_copyable.hpp"

namespace mpart::parquet {

// Numbers of the format.
enum Encoding : std::int64_t {
  kPlain = 0,
  kPlainDictionary = 2,
  kRle = 3,
  kDeltaBinaryPacked = 5,
  kDeltaLengthByteArray = 6,
  kDeltaByteArray = 7,
  kRleDictionary = 8,
  kByteStreamSplit = 9,
};

// The values of a page, one after the other.
class PageValues : private NonCopyable {
 public:
  virtual ~PageValues() = default;

  // The bytes of the next value, as many as the column's width says; valid until the next call.
  // False if there is none.
  virtual bool next(std::string_view& value) = 0;
};

// Values that stand in `bytes` themselves; null if no column of this type is written so. The bytes
// must stay where they are.
std::unique_ptr<PageValues> make_page_values(std::int64_t encoding, const Column& column,
                                             std::string_view bytes);

}  // namespace mpart::parquet
