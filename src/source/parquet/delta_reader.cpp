#include "source/parquet/delta_reader.hpp"

#include <algorithm>

#include "source/parquet/bits.hpp"

namespace mpart::parquet {
namespace {

constexpr std::uint64_t kLargestBlock = std::uint64_t{1} << 20;  // writers use 128 to 4096

}  // namespace

bool DeltaReader::begin() {
  std::uint64_t block = 0;
  begun_ = take_varint(bytes_, block) && take_varint(bytes_, small_blocks_) &&
           take_varint(bytes_, left_) && take_signed_varint(bytes_, number_);
  begun_ = begun_ && block > 0 && block <= kLargestBlock && small_blocks_ > 0 &&
           small_blocks_ <= block && block % small_blocks_ == 0 && block / small_blocks_ % 8 == 0;
  if (!begun_) return false;
  small_size_ = block / small_blocks_;
  return true;
}

bool DeltaReader::begin_block() {
  if (!take_signed_varint(bytes_, least_) || bytes_.size() < small_blocks_) return false;
  widths_ = bytes_.substr(0, small_blocks_);
  bytes_.remove_prefix(small_blocks_);
  return true;
}

bool DeltaReader::begin_small_block() {
  if (widths_.empty() && !begin_block()) return false;
  width_ = static_cast<unsigned char>(widths_[0]);
  widths_.remove_prefix(1);
  const std::uint64_t size = small_size_ / 8 * width_;
  if (width_ > 64 || size > bytes_.size()) return false;
  packed_ = bytes_.substr(0, size);
  bytes_.remove_prefix(size);
  in_small_ = small_size_;
  index_ = 0;
  return true;
}

bool DeltaReader::next(std::uint64_t& number) {
  if (!begun_ && !begin()) return false;
  if (left_ == 0) return false;
  if (first_) {
    first_ = false;
  } else {
    if (in_small_ == 0 && !begin_small_block()) return false;
    number_ += least_ + packed_number(packed_, index_++, width_);
    --in_small_;
  }
  --left_;
  number = number_;
  return true;
}

bool DeltaReader::skip_all(std::string_view& rest) {
  if (!begin()) return false;
  std::uint64_t following = left_ == 0 ? 0 : left_ - 1;
  while (following > 0) {
    if (!begin_small_block()) return false;
    following -= std::min(following, small_size_);
  }
  rest = bytes_;
  return true;
}

}  // namespace mpart::parquet
