#include "source/array_rows.hpp"
#include "source/array_source.hpp"
#include "source/message.hpp"
#include "source/npy_header.hpp"
#include "source/readers.hpp"

namespace mpart {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMaxHeader = std::size_t{1} << 20;

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

// Magic, version, the header's length in two bytes (version 1) or four, the header.
ArrayRows open_npy_array(std::unique_ptr<ByteStream> stream) {
  const std::string name = stream->name();
  std::string_view bytes = stream->peek(12);
  if (!bytes.starts_with("\x93NUMPY"sv)) bad_input(name, "not an NPY file");
  const std::size_t length_bytes = bytes.size() > 6 && bytes[6] == 1 ? 2 : 4;
  const std::size_t start = 8 + length_bytes;
  if (bytes.size() < start) bad_input(name, "the NPY header ends early");
  if (bytes[6] < 1 || bytes[6] > 3) {
    bad_input(name, "NPY version " + std::to_string(static_cast<unsigned char>(bytes[6])) +
                        " found, 1 to 3 expected");
  }
  const std::size_t length = little_endian(bytes.substr(8, length_bytes));
  if (length > kMaxHeader) bad_input(name, "NPY header of more than 1 MiB");
  bytes = stream->peek(start + length);
  if (bytes.size() < start + length) bad_input(name, "the NPY header ends early");
  ArrayFormat format = parse_npy_header(bytes.substr(start, length), name);
  stream->consume(start + length);
  return {std::move(stream), std::move(format)};
}

}  // namespace

std::unique_ptr<Source> read_npy(std::unique_ptr<ByteStream> stream,
                                 std::unique_ptr<ByteStream> labels, const SourceOptions& options) {
  return read_arrays(open_npy_array, std::move(stream), std::move(labels), options);
}

}  // namespace mpart
