#include "source/array_rows.hpp"

#include "source/message.hpp"

namespace mpart {
namespace {

constexpr std::uint64_t kMaxRowBytes = std::uint64_t{64} << 20;

}  // namespace

ArrayRows::ArrayRows(std::unique_ptr<ByteStream> stream, ArrayFormat format)
    : stream_(std::move(stream)), format_(std::move(format)) {
  const std::vector<std::uint64_t>& shape = format_.shape;
  if (shape.empty()) bad_input(name(), "array without dimensions");
  if (shape[0] == 0) bad_input(name(), "no rows");
  std::uint64_t bytes = format_.item_bytes;
  for (std::size_t i = 1; i < shape.size(); ++i) {
    if (shape[i] == 0) bad_input(name(), "no values in a row");
    if (bytes > kMaxRowBytes / shape[i]) bad_input(name(), "row of more than 64 MiB");
    bytes *= shape[i];
  }
  if (bytes > kMaxRowBytes) bad_input(name(), "row of more than 64 MiB");
  row_bytes_ = static_cast<std::size_t>(bytes);
  check_size();
}

void ArrayRows::check_size() const {
  const std::optional<std::uint64_t> total = stream_->size();
  if (!total) return;  // compressed: next() will see
  const std::uint64_t found = *total - stream_->position();
  if (found % row_bytes_ == 0 && found / row_bytes_ == count()) return;
  bad_input(name(), counted(count(), "row") + " of " + counted(row_bytes_, "byte") + " expected, " +
                        counted(found, "byte") + " found");
}

bool ArrayRows::next(std::string_view& row) {
  if (row_ == count()) {
    if (!stream_->peek(1).empty()) {
      bad_input(name(), counted(count(), "row") + " expected, more found");
    }
    return false;
  }
  ++row_;
  row = stream_->peek(row_bytes_).substr(0, row_bytes_);
  if (row.size() < row_bytes_) {
    bad_input(name(), row_,
              counted(row_bytes_, "byte") + " expected, " + std::to_string(row.size()) + " found");
  }
  stream_->consume(row_bytes_);
  return true;
}

}  // namespace mpart
