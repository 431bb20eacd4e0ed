#include <vector>

#include "source/arrow/messages.hpp"

namespace mpart::arrow {
namespace {

// Where a message lies in a file.
struct Block {
  std::uint64_t offset = 0;
  std::size_t metadata = 0, body = 0;  // sizes
};

class FileMessages : public Messages {
 public:
  explicit FileMessages(std::unique_ptr<RandomInput> file)
      : Messages(file->name()), file_(std::move(file)), memory_(name_) {
    read_footer();
  }

  bool next() override {
    if (!begun_) {
      begun_ = true;
      kind_ = kSchema;  // the footer has a copy
      header_ = FlatTable::root(metadata_).table(1);
      if (!header_) metadata_.damaged();
      return true;
    }
    if (next_ == blocks_.size()) return false;
    const Block& block = blocks_[next_++];
    file_->read(block.offset, buffer_.resize(block.metadata + block.body, memory_));
    const std::string_view bytes = buffer_.view();
    const bool continues =
        block.metadata >= 8 && load_little_endian<std::uint32_t>(bytes.data()) == kContinues;
    const std::size_t prefix = continues ? 8 : 4;
    if (block.metadata < prefix) metadata_.damaged();
    const std::string_view metadata = bytes.substr(prefix, block.metadata - prefix);
    if (body_size(metadata) > block.body) metadata_.damaged();
    set(metadata, bytes.substr(block.metadata));
    return true;
  }

  std::optional<double> progress() const override {
    return blocks_.empty() ? 1.0 : static_cast<double>(next_) / static_cast<double>(blocks_.size());
  }

 private:
  void read_footer() {
    constexpr std::size_t kTail = 4 + kMagic.size();  // the footer's size, and the magic
    const std::uint64_t size = file_->size();
    if (size < kMagic.size() + kTail) bad_input(name_, "ends early");
    char tail[kTail];
    file_->read(size - kTail, tail);
    if (std::string_view(tail + 4, kMagic.size()) != kMagic) {
      bad_input(name_, "cut short: an Arrow file ends with ARROW1");
    }
    const auto length = load_little_endian<std::uint32_t>(tail);
    if (length > size - kTail - kMagic.size()) metadata_.damaged();
    const std::uint64_t end = size - kTail - length;
    file_->read(end, footer_.resize(length, memory_));
    metadata_.bytes = footer_.view();
    const FlatTable footer = FlatTable::root(metadata_);
    add_blocks(footer.vector(2, kBlock), end);
    add_blocks(footer.vector(3, kBlock), end);
  }

  void add_blocks(const FlatVector& list, std::uint64_t end) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto offset = list.number<std::int64_t>(i);
      const auto metadata = list.number<std::int32_t>(i, 8);
      const auto body = list.number<std::int64_t>(i, 16);
      if (offset < 0 || metadata < 0 || body < 0) metadata_.damaged();
      const Block block{.offset = static_cast<std::uint64_t>(offset),
                        .metadata = static_cast<std::size_t>(metadata),
                        .body = static_cast<std::size_t>(body)};
      if (block.offset > end || block.metadata > end - block.offset ||
          block.body > end - block.offset - block.metadata) {
        metadata_.damaged();
      }
      blocks_.push_back(block);
    }
  }

  static constexpr std::size_t kBlock = 24;  // bytes of an entry of the list

  std::unique_ptr<RandomInput> file_;
  TableMemory memory_;
  TableBuffer footer_, buffer_;
  std::vector<Block> blocks_;
  std::size_t next_ = 0;
  bool begun_ = false;
};

}  // namespace

std::unique_ptr<Messages> file_messages(std::unique_ptr<RandomInput> file) {
  return std::make_unique<FileMessages>(std::move(file));
}

}  // namespace mpart::arrow
