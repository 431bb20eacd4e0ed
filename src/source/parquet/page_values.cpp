#include "source/parquet/page_values.hpp"

#include <array>
#include <string>

#include "source/parquet/bits.hpp"
#include "source/parquet/delta_reader.hpp"
#include "source/parquet/run_reader.hpp"

namespace mpart::parquet {
namespace {

// Takes `count` bytes off the front; false if there are fewer.
bool take(std::string_view& bytes, std::uint64_t count, std::string_view& taken) {
  if (count > bytes.size()) return false;
  taken = bytes.substr(0, count);
  bytes.remove_prefix(count);
  return true;
}

class FixedValues : public PageValues {
 public:
  FixedValues(std::string_view bytes, std::size_t width) : bytes_(bytes), width_(width) {}
  bool next(std::string_view& value) override { return take(bytes_, width_, value); }

 private:
  std::string_view bytes_;
  std::size_t width_;
};

// Each behind its length.
class TextValues : public PageValues {
 public:
  explicit TextValues(std::string_view bytes) : bytes_(bytes) {}
  bool next(std::string_view& value) override {
    std::string_view length;
    return take(bytes_, 4, length) &&
           take(bytes_, load_little_endian<std::uint32_t>(length.data()), value);
  }

 private:
  std::string_view bytes_;
};

class BitValues : public PageValues {
 public:
  explicit BitValues(std::string_view bytes) : bytes_(bytes) {}
  bool next(std::string_view& value) override {
    if (index_ / 8 >= bytes_.size()) return false;
    bit_ = static_cast<char>(bytes_[index_ / 8] >> (index_ % 8) & 1);
    ++index_;
    value = {&bit_, 1};
    return true;
  }

 private:
  std::string_view bytes_;
  std::size_t index_ = 0;
  char bit_ = 0;
};

// Booleans in runs, behind the length of all of them.
class RunValues : public PageValues {
 public:
  explicit RunValues(std::string_view bytes) {
    std::string_view length, runs;
    if (take(bytes, 4, length) &&
        take(bytes, load_little_endian<std::uint32_t>(length.data()), runs)) {
      runs_ = RunReader(runs, 1);
    }
  }
  bool next(std::string_view& value) override {
    std::uint32_t bit = 0;
    if (!runs_.next(bit)) return false;
    bit_ = static_cast<char>(bit);
    value = {&bit_, 1};
    return true;
  }

 private:
  RunReader runs_;
  char bit_ = 0;
};

class DeltaValues : public PageValues {
 public:
  DeltaValues(std::string_view bytes, std::size_t width) : numbers_(bytes), width_(width) {}
  bool next(std::string_view& value) override {
    std::uint64_t number = 0;
    if (!numbers_.next(number)) return false;
    for (char& byte : bytes_) {
      byte = static_cast<char>(number);
      number >>= 8;
    }
    value = {bytes_.data(), width_};
    return true;
  }

 private:
  DeltaReader numbers_;
  std::size_t width_;
  std::array<char, 8> bytes_{};
};

// All lengths, then all texts.
class DeltaLengthValues : public PageValues {
 public:
  explicit DeltaLengthValues(std::string_view bytes) : lengths_(bytes) {
    sound_ = DeltaReader(bytes).skip_all(texts_);
  }
  bool next(std::string_view& value) override {
    std::uint64_t length = 0;
    return sound_ && lengths_.next(length) && take(texts_, length, value);
  }

 private:
  DeltaReader lengths_;
  std::string_view texts_;
  bool sound_ = false;
};

// How much of the text before each keeps, then what it adds.
class DeltaTextValues : public PageValues {
 public:
  DeltaTextValues(std::string_view bytes, std::size_t width)
      : kept_(bytes), added_(behind(bytes)), width_(width) {}
  bool next(std::string_view& value) override {
    std::uint64_t kept = 0;
    std::string_view added;
    if (!kept_.next(kept) || kept > text_.size() || !added_.next(added)) return false;
    text_.resize(kept);
    text_ += added;
    value = text_;
    return width_ == 0 || value.size() == width_;
  }

 private:
  static std::string_view behind(std::string_view bytes) {
    std::string_view rest;
    return DeltaReader(bytes).skip_all(rest) ? rest : std::string_view();
  }

  DeltaReader kept_;
  DeltaLengthValues added_;
  std::size_t width_;
  std::string text_;
};

// All first bytes, then all second bytes, and so on.
class SplitValues : public PageValues {
 public:
  SplitValues(std::string_view bytes, std::size_t width)
      : bytes_(bytes), count_(bytes.size() / width), value_(width, '\0') {}
  bool next(std::string_view& value) override {
    if (index_ == count_) return false;
    for (std::size_t i = 0; i < value_.size(); ++i) value_[i] = bytes_[i * count_ + index_];
    ++index_;
    value = value_;
    return true;
  }

 private:
  std::string_view bytes_;
  std::size_t count_, index_ = 0;
  std::string value_;
};

}  // namespace

std::unique_ptr<PageValues> make_page_values(std::int64_t encoding, const Column& column,
                                             std::string_view bytes) {
  const bool text = column.physical == Physical::kBytes;
  const bool boolean = column.physical == Physical::kBoolean;
  const bool whole = column.physical == Physical::kInt32 || column.physical == Physical::kInt64;
  switch (encoding) {
    case kPlain:
      if (boolean) return std::make_unique<BitValues>(bytes);
      if (text) return std::make_unique<TextValues>(bytes);
      return std::make_unique<FixedValues>(bytes, column.width);
    case kRle:
      if (boolean) return std::make_unique<RunValues>(bytes);
      break;
    case kDeltaBinaryPacked:
      if (whole) return std::make_unique<DeltaValues>(bytes, column.width);
      break;
    case kDeltaLengthByteArray:
      if (text) return std::make_unique<DeltaLengthValues>(bytes);
      break;
    case kDeltaByteArray:
      if (text || column.physical == Physical::kFixedBytes) {
        return std::make_unique<DeltaTextValues>(bytes, column.width);
      }
      break;
    case kByteStreamSplit:
      if (!text && !boolean) return std::make_unique<SplitValues>(bytes, column.width);
      break;
    default:
      break;
  }
  return nullptr;
}

}  // namespace mpart::parquet
