#include "cli/npy_file.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

#include "mpart/error.hpp"

namespace mpart {

namespace {

// The header has room for any number of rows, so it can be written again over itself.
constexpr std::size_t kHeaderBytes = 128;

std::string header(const std::string& type, const std::string& shape) {
  std::string text =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  constexpr std::size_t kPreamble = 10;
  text.resize(kHeaderBytes - kPreamble - 1, ' ');
  text += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(text.size() & 0xFF);
  bytes += static_cast<char>(text.size() >> 8);
  return bytes + text;
}

template <typename Unsigned>
void append_little_endian(std::string& bytes, Unsigned value) {
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i) bytes += static_cast<char>(value >> (8 * i));
}

bool parse_integer(const std::string& text, std::int64_t& value) {
  const char* const end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, value);
  return problem == std::errc() && rest == end && std::to_string(value) == text;
}

}  // namespace

NpyFile::NpyFile(const std::string& path, std::size_t width) : file_(path), width_(width) {
  if (path == "-") throw Error(ErrorKind::kBadUse, "an .npy file cannot go to standard output");
  write_header();
}

void NpyFile::write_header() {
  file_.stream() << header("<f4", std::to_string(rows_) + ", " + std::to_string(width_));
}

void NpyFile::add(std::span<const double> row) {
  bytes_.clear();
  for (const double value : row) {
    append_little_endian(bytes_, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
  }
  file_.stream() << bytes_;
  file_.check();
  ++rows_;
}

void NpyFile::commit() {
  file_.stream().seekp(0);
  write_header();
  file_.commit();
}

void write_npy_labels(const std::string& path, const std::vector<std::string>& labels) {
  std::string bytes;
  std::string type = "<i8";
  std::int64_t integer = 0;
  const bool integers = std::all_of(labels.begin(), labels.end(), [&](const std::string& label) {
    return parse_integer(label, integer);
  });
  std::size_t longest = 1;
  for (const std::string& label : labels) longest = std::max(longest, label.size());
  if (!integers) type = "|S" + std::to_string(longest);
  for (const std::string& label : labels) {
    if (integers) {
      parse_integer(label, integer);
      append_little_endian(bytes, static_cast<std::uint64_t>(integer));
    } else {
      bytes.append(label).append(longest - label.size(), '\0');
    }
  }
  OutputFile file(path);
  file.stream() << header(type, std::to_string(labels.size()) + ",") << bytes;
  file.commit();
}

}  // namespace mpart
