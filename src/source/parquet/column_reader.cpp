#include "source/parquet/column_reader.hpp"

#include <algorithm>

#include "util/little_endian.hpp"
#include "util/text.hpp"

namespace mpart::parquet {
namespace {

constexpr std::size_t kLargestPage = std::size_t{512} << 20;  // writers make 1 to 100 MB
constexpr std::size_t kUsualHeader = 512;
constexpr std::size_t kLongestHeader = std::size_t{16} << 20;  // it may repeat long texts

}  // namespace

void ColumnReader::open(const Chunk& chunk) {
  chunk_ = chunk;
  position_ = chunk.begin;
  left_ = 0;
  has_dictionary_ = false;
}

std::string_view ColumnReader::next() {
  while (left_ == 0) load_page();
  --left_;
  if (column_->optional) {
    std::uint32_t present = 0;
    if (!levels_.next(present)) damaged("the levels of a page end early");
    if (present == 0) return {};
  }
  if (values_ == nullptr) {
    std::uint32_t index = 0;
    if (!indices_.next(index)) damaged("a page ends early");
    return entry(index);
  }
  std::string_view value;
  if (!values_->next(value)) damaged("a page ends early");
  if (column_->type.kind == CellKind::kDecimal && value.size() > 16) {
    damaged("a decimal of more than 16 bytes");
  }
  return printer_.print(value);
}

void ColumnReader::load_page() {
  if (position_ >= chunk_.end) damaged("its pages hold fewer values than the file says");
  const PageHeader header = read_header();
  const bool has_values = header.values != 0;
  if (header.kind == PageHeader::kDictionary) {
    load_dictionary(header, read_body(header));
  } else if (header.kind == PageHeader::kData && has_values) {
    load_data(header, read_body(header));
  } else if (header.kind == PageHeader::kData2 && has_values) {
    load_data2(header, read_body(header));
  } else {
    position_ += static_cast<std::uint64_t>(header.packed_size);  // nothing that is needed
  }
}

// Nothing says how long a header is.
PageHeader ColumnReader::read_header() {
  const std::uint64_t available = chunk_.end - position_;
  for (std::size_t look = kUsualHeader;; look *= 8) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(look, available));
    const std::span<char> bytes = packed_.resize(size, *memory_);
    file_->read(position_, bytes);
    PageHeader header;
    std::size_t header_size = 0;
    if (read_page_header(packed_.view(), header, header_size)) {
      position_ += header_size;
      const bool sound = header.packed_size >= 0 && header.unpacked_size >= 0 &&
                         static_cast<std::uint64_t>(header.packed_size) <= chunk_.end - position_;
      if (!sound) damaged("damaged page header");
      return header;
    }
    if (size == available || look >= kLongestHeader) damaged("damaged page header");
  }
}

std::string_view ColumnReader::read_body(const PageHeader& header) {
  const auto size = static_cast<std::size_t>(header.packed_size);
  file_->read(position_, packed_.resize(size, *memory_));
  position_ += size;
  return packed_.view();
}

std::string_view ColumnReader::unpack(std::string_view packed, std::size_t size,
                                      TableBuffer& into) {
  if (size > kLargestPage) {
    damaged("a page of more than 512 MiB; write the file with smaller pages");
  }
  if (chunk_.packing == Packing::kNone && packed.size() == size) return packed;
  if (size == 0) return {};  // writers disagree whether nothing is compressed to nothing
  if (!can_unpack_to(chunk_.packing, packed.size(), size) ||
      !unpack_block(chunk_.packing, packed, into.resize(size, *memory_), file_->name())) {
    damaged("a page cannot be decompressed");
  }
  return into.view();
}

void ColumnReader::load_dictionary(const PageHeader& header, std::string_view body) {
  const bool plain = header.encoding == kPlain || header.encoding == kPlainDictionary;
  if (!plain || header.values < 0 || has_dictionary_) damaged("damaged dictionary");
  const std::string_view bytes =
      unpack(body, static_cast<std::size_t>(header.unpacked_size), dictionary_page_);
  const auto values = make_page_values(kPlain, *column_, bytes);
  memory_->give_back(dictionary_memory_);
  dictionary_memory_ = 0;
  entries_.clear();
  entry_ends_.clear();
  std::string_view value;
  for (std::int64_t i = 0; i < header.values; ++i) {
    if (!values->next(value)) damaged("the dictionary ends early");
    if (column_->type.kind == CellKind::kDecimal && value.size() > 16) {
      damaged("damaged dictionary");
    }
    entries_ += printer_.print(value);
    if (entries_.size() > kLargestPage) damaged("a dictionary of more than 512 MiB");
    entry_ends_.push_back(static_cast<std::uint32_t>(entries_.size()));
    const std::size_t held = entries_.capacity() + entry_ends_.capacity() * sizeof(std::uint32_t);
    if (held > dictionary_memory_) {
      memory_->take(held - dictionary_memory_);
      dictionary_memory_ = held;
    }
  }
  has_dictionary_ = true;
}

void ColumnReader::load_data(const PageHeader& header, std::string_view body) {
  std::string_view bytes = unpack(body, static_cast<std::size_t>(header.unpacked_size), page_);
  std::string_view levels;
  if (column_->optional) {
    constexpr std::size_t kLength = 4;
    if (header.level_encoding != kRle) damaged("levels that are not written as runs");
    if (bytes.size() < kLength) damaged("a page ends early");
    const auto length = load_little_endian<std::uint32_t>(bytes.data());
    bytes.remove_prefix(kLength);
    if (length > bytes.size()) damaged("a page ends early");
    levels = bytes.substr(0, length);
    bytes.remove_prefix(length);
  }
  begin_values(header, levels, bytes);
}

// Here the levels are never compressed.
void ColumnReader::load_data2(const PageHeader& header, std::string_view body) {
  const std::int64_t levels = header.definition_size;
  if (header.repetition_size != 0 || levels < 0 || levels > header.packed_size ||
      levels > header.unpacked_size) {
    damaged("damaged page header");
  }
  const auto levels_size = static_cast<std::size_t>(levels);
  const std::string_view values = body.substr(levels_size);
  const auto unpacked = static_cast<std::size_t>(header.unpacked_size) - levels_size;
  begin_values(header, body.substr(0, levels_size),
               header.packed ? unpack(values, unpacked, page_) : values);
}

void ColumnReader::begin_values(const PageHeader& header, std::string_view levels,
                                std::string_view values) {
  if (header.values < 0) damaged("damaged page header");
  levels_ = RunReader(levels, 1);
  if (header.encoding == kPlainDictionary || header.encoding == kRleDictionary) {
    constexpr unsigned kWidest = 32;
    const unsigned width = values.empty() ? 0 : static_cast<unsigned char>(values[0]);
    if (!has_dictionary_ || width > kWidest) damaged("a page has no dictionary");
    indices_ = RunReader(values.substr(std::min<std::size_t>(1, values.size())), width);
    values_ = nullptr;
  } else {
    values_ = make_page_values(header.encoding, *column_, values);
    if (values_ == nullptr) {
      damaged("encoding number " + std::to_string(header.encoding) + ", which is not read");
    }
  }
  left_ = static_cast<std::uint64_t>(header.values);
}

std::string_view ColumnReader::entry(std::uint32_t index) const {
  if (index >= entry_ends_.size()) damaged("an index outside of the dictionary");
  const std::uint32_t begin = index == 0 ? 0 : entry_ends_[index - 1];
  return std::string_view(entries_).substr(begin, entry_ends_[index] - begin);
}

void ColumnReader::damaged(const std::string& what) const {
  bad_input(file_->name(), "column " + in_quotes(column_->name) + ": " + what);
}

}  // namespace mpart::parquet
