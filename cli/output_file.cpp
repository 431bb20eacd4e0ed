#include "cli/output_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <set>

#include "cli/report.hpp"
#include "mpart/error.hpp"
#include "util/system_error.hpp"
#include "util/text.hpp"

namespace mpart {

namespace {

[[noreturn]] void fail(const std::string& path, int reason) {
  if (reason != 0) throw system_error(path + ": cannot write", reason);
  throw unavailable(path + ": cannot write: it failed");
}

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
  return parse_whole(text, value) && std::to_string(value) == text;  // not 007
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path), standard_output_(path == "-") {
  if (standard_output_) return;
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::is_directory(status)) fail(path, EISDIR);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) {
    temporary_ = path + ".new." + std::to_string(::getpid());
  }
  errno = 0;
  file_.open(temporary_.empty() ? path : temporary_);
  if (!file_) {
    temporary_.clear();
    fail(path, errno);
  }
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) std::remove(temporary_.c_str());
}

std::ostream& OutputFile::stream() { return standard_output_ ? std::cout : file_; }

void OutputFile::check() {
  if (!stream()) fail(path_, errno);
}

void OutputFile::commit() {
  errno = 0;
  stream().flush();
  check();
  if (standard_output_) return;
  file_.close();
  if (!file_) fail(path_, errno);
  if (!temporary_.empty() && std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    fail(path_, errno);
  }
  temporary_.clear();
}

NpyFile::NpyFile(const std::string& path, std::size_t width) : file_(path), width_(width) {
  if (path == "-") throw invalid_argument("an .npy file cannot go to standard output");
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

void require_distinct(const std::vector<std::string>& outputs,
                      const std::vector<std::string>& inputs) {
  std::set<std::filesystem::path> taken;
  const auto real = [](const std::string& path) {
    std::error_code ignored;
    const bool special = std::filesystem::is_other(std::filesystem::status(path, ignored));
    return path == "-" || special ? std::filesystem::path()
                                  : std::filesystem::weakly_canonical(path, ignored);
  };
  for (const std::string& input : inputs) taken.insert(real(input));
  for (const std::string& output : outputs) {
    const std::filesystem::path path = real(output);
    if (!path.empty() && !taken.insert(path).second) {
      throw invalid_argument(output + ": named twice; one file would overwrite the other");
    }
  }
}

}  // namespace mpart
