#include "source/arrow/messages.hpp"

namespace mpart::arrow {
namespace {

constexpr std::size_t kPaddedMagic = 8;

class StreamMessages : public Messages {
 public:
  explicit StreamMessages(std::unique_ptr<ByteStream> stream)
      : Messages(stream->name()), stream_(std::move(stream)) {
    const std::string_view start = stream_->peek(kPaddedMagic);
    file_ = start.starts_with(kMagic);
    if (file_ && start.size() < kPaddedMagic) bad_input(name_, "ends early");
    if (file_) stream_->consume(kPaddedMagic);
  }

  bool next() override {
    if (ended_) return false;
    stream_->consume(taken_);
    taken_ = 0;
    const std::size_t size = read_size();
    ended_ = size == 0;
    if (ended_) return false;
    if (size > TableMemory::kMost) metadata_.damaged();
    const std::string_view metadata = stream_->peek(size).substr(0, size);
    if (metadata.size() < size) bad_input(name_, "ends early");
    const std::size_t whole = size + body_size(metadata);
    const std::string_view bytes = stream_->peek(whole);  // may move what was there
    if (bytes.size() < whole) bad_input(name_, "ends early");
    taken_ = whole;
    set(bytes.substr(0, size), bytes.substr(size, whole - size));
    return true;
  }

  std::optional<double> progress() const override {
    return ended_ ? std::optional(1.0) : stream_->progress();
  }

 private:
  // Size of the metadata of the next message; 0 at the end.
  std::size_t read_size() {
    constexpr std::size_t kHead = 8;
    const std::string_view head = stream_->peek(kHead);
    if (head.empty() && !file_) return 0;  // a stream may just end
    if (head.size() < 4) bad_input(name_, "ends early");
    if (load_little_endian<std::uint32_t>(head.data()) != kContinues) {
      bad_input(name_, file_ ? "an Arrow file that can only be read from its end; not by a pipe or "
                               "compressed as a whole"
                             : "not an Arrow stream, or one from before version 0.15");
    }
    if (head.size() < kHead) bad_input(name_, "ends early");
    const auto size = load_little_endian<std::int32_t>(head.data() + 4);
    if (size < 0) metadata_.damaged();
    stream_->consume(kHead);
    return static_cast<std::size_t>(size);
  }

  std::unique_ptr<ByteStream> stream_;
  bool file_ = false;  // a stream between marks, with a list of messages behind it
  bool ended_ = false;
  std::size_t taken_ = 0;  // bytes of the present message, not consumed yet
};

}  // namespace

std::size_t Messages::body_size(std::string_view metadata) {
  metadata_.bytes = metadata;
  const auto size = FlatTable::root(metadata_).number<std::int64_t>(3, 0);
  if (size < 0) metadata_.damaged();
  if (static_cast<std::uint64_t>(size) > TableMemory::kMost) {
    bad_input(name_, "a record batch of more than 1 GiB; write the file with smaller ones");
  }
  return static_cast<std::size_t>(size);
}

void Messages::set(std::string_view metadata, std::string_view body) {
  metadata_.bytes = metadata;
  body_ = body;
  const FlatTable message = FlatTable::root(metadata_);
  kind_ = message.number<std::uint8_t>(1, 0);
  header_ = message.table(2);
  if (!header_) metadata_.damaged();
}

std::unique_ptr<Messages> stream_messages(std::unique_ptr<ByteStream> stream) {
  return std::make_unique<StreamMessages>(std::move(stream));
}

}  // namespace mpart::arrow
