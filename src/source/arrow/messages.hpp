#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "source/arrow/flat_table.hpp"
#include "source/byte_stream.hpp"
#include "source/random_input.hpp"
#include "source/table_memory.hpp"
#include "util/non_copyable.hpp"

namespace mpart::arrow {

// The messages of an Arrow file or stream: a schema, then dictionaries and record batches.
class Messages : private NonCopyable {
 public:
  enum Kind : std::uint8_t { kSchema = 1, kDictionaryBatch = 2, kRecordBatch = 3 };

  virtual ~Messages() = default;

  // Goes to the next message; false at the end. Throws Error(kInvalidData).
  virtual bool next() = 0;

  // Of the present message, valid until next().
  std::uint8_t kind() const { return kind_; }
  const FlatTable& header() const { return *header_; }
  std::string_view body() const { return body_; }

  const std::string& name() const { return name_; }  // of the file
  virtual std::optional<double> progress() const = 0;

 protected:
  explicit Messages(std::string name) : name_(std::move(name)) { metadata_.name = &name_; }

  // Bytes of the body behind these of the metadata.
  std::size_t body_size(std::string_view metadata);

  // Makes this the present message.
  void set(std::string_view metadata, std::string_view body);

  std::string name_;
  FlatBytes metadata_;
  std::optional<FlatTable> header_;
  std::string_view body_;
  std::uint8_t kind_ = 0;
};

// In the order in which they come. A file that is no stream of the format is not read so.
std::unique_ptr<Messages> stream_messages(std::unique_ptr<ByteStream> stream);

// By the list at the end of a file: dictionaries first, then record batches.
std::unique_ptr<Messages> file_messages(std::unique_ptr<RandomInput> file);

inline constexpr std::string_view kMagic = "ARROW1";     // begins and ends a file
inline constexpr std::uint32_t kContinues = 0xFFFFFFFF;  // stands before the size of a message

}  // namespace mpart::arrow
