#include "source/parquet/run_reader.hpp"

#include <algorithm>

#include "source/parquet/bits.hpp"

namespace mpart::parquet {

bool RunReader::begin_run() {
  while (left_ == 0) {
    std::uint64_t head = 0;
    if (!take_varint(bytes_, head)) return false;
    packed_ = (head & 1) != 0;
    const std::uint64_t count = head >> 1;
    if (packed_) {  // groups of eight; the last may be cut where the numbers end
      const std::uint64_t bytes =
          width_ == 0 ? 0 : std::min<std::uint64_t>(count, bytes_.size() / width_ + 1) * width_;
      run_ = bytes_.substr(0, bytes);
      bytes_.remove_prefix(run_.size());
      left_ =
          width_ == 0 ? std::min<std::uint64_t>(count, UINT32_MAX) * 8 : run_.size() * 8 / width_;
      index_ = 0;
    } else {
      const std::size_t bytes = (width_ + 7) / 8;
      if (bytes_.size() < bytes) return false;
      repeated_ = static_cast<std::uint32_t>(packed_number(bytes_.substr(0, bytes), 0, width_));
      bytes_.remove_prefix(bytes);
      left_ = count;
    }
  }
  return true;
}

std::uint32_t RunReader::packed() {
  return static_cast<std::uint32_t>(packed_number(run_, index_++, width_));
}

}  // namespace mpart::parquet
