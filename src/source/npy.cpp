#include <charconv>

#include "source/array_source.hpp"
#include "source/readers.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

using namespace std::string_view_literals;
using Kind = ArrayFormat::Kind;

constexpr std::size_t kMaxHeader = std::size_t{1} << 20;
constexpr std::size_t kMaxDimensions = 32;  // NumPy's own limit
constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20;

// Reads the header of an NPY file, the Python literal
//   {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
// Throws Error(kInvalidData) beginning with `name` for anything else, for a type that is neither a
// number nor text, and for an array that lies column by column.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  ArrayFormat parse() {
    expect('{');
    while (!accept('}')) {
      parse_entry();
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!has_type_ || !has_order_ || !has_shape_) damaged();
    return std::move(format_);
  }

 private:
  void parse_entry() {
    const std::string_view key = quoted_text();
    expect(':');
    if (key == "descr") {
      parse_type(quoted_text());
      has_type_ = true;
    } else if (key == "fortran_order") {
      if (!accept("False")) refuse_column_order();
      has_order_ = true;
    } else if (key == "shape") {
      parse_shape();
      has_shape_ = true;
    } else {
      damaged();
    }
  }

  void refuse_column_order() {
    if (!accept("True")) damaged();
    bad_input(name_, "Fortran order found, C order expected; save np.ascontiguousarray(array)");
  }

  void parse_type(std::string_view type) {
    std::string_view rest = type;
    if (rest.starts_with('<') || rest.starts_with('>') || rest.starts_with('|')) {
      format_.big_endian = rest.starts_with('>');
      rest.remove_prefix(1);
    }
    const char letter = rest.empty() ? '\0' : rest.front();
    std::size_t size = 0;
    if (!rest.empty()) rest.remove_prefix(1);
    if (!parse_whole(rest, size) || !set_type(letter, size)) {
      bad_input(name_, "type " + in_quotes(type) +
                           " found, f4, f8, i1 to i8, u1 to u8 or b1 expected" +
                           ", for labels also U or S");
    }
  }

  bool set_type(char letter, std::size_t size) {
    const bool integer = size == 1 || size == 2 || size == 4 || size == 8;
    const bool text = size > 0 && size <= kMaxTextBytes;
    format_.item_bytes = size;
    switch (letter) {
      case 'f':
        format_.kind = Kind::kFloat;
        return size == 4 || size == 8;
      case 'i':
        format_.kind = Kind::kSigned;
        return integer;
      case 'u':
        format_.kind = Kind::kUnsigned;
        return integer;
      case 'b':
        format_.kind = Kind::kBool;
        return size == 1;
      case 'S':
        format_.kind = Kind::kBytes;
        return text;
      case 'U':
        format_.kind = Kind::kUnicode;
        format_.item_bytes = 4 * size;
        return text;
      default:
        return false;
    }
  }

  void parse_shape() {
    format_.shape.clear();
    expect('(');
    while (!accept(')')) {
      std::uint64_t length = 0;
      skip_spaces();
      const auto [stop, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), length);
      if (error != std::errc() || format_.shape.size() == kMaxDimensions) damaged();
      rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
      accept('L');  // Python 2 wrote its long integers so
      format_.shape.push_back(length);
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
  }

  void skip_spaces() {
    while (rest_.starts_with(' ') || rest_.starts_with('\n')) rest_.remove_prefix(1);
  }

  bool accept(std::string_view word) {
    skip_spaces();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool accept(char c) { return accept(std::string_view(&c, 1)); }

  void expect(char c) {
    if (!accept(c)) damaged();
  }

  std::string_view quoted_text() {
    skip_spaces();
    const char quote = rest_.empty() ? '\0' : rest_.front();
    const std::size_t end = rest_.find(quote, 1);
    // A list instead of a name is a table of named fields.
    if (quote == '[') bad_input(name_, "structured array found, plain numbers expected");
    if ((quote != '\'' && quote != '"') || end == std::string_view::npos) damaged();
    const std::string_view text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return text;
  }

  [[noreturn]] void damaged() const { bad_input(name_, "damaged NPY header"); }

  std::string_view rest_;
  const std::string& name_;
  ArrayFormat format_;
  bool has_type_ = false, has_order_ = false, has_shape_ = false;
};

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
  ArrayFormat format = HeaderParser(bytes.substr(start, length), name).parse();
  stream->consume(start + length);
  return {std::move(stream), std::move(format)};
}

}  // namespace

std::unique_ptr<Source> read_npy(std::unique_ptr<ByteStream> stream,
                                 std::unique_ptr<ByteStream> labels, const SourceOptions& options) {
  return read_arrays(open_npy_array, std::move(stream), std::move(labels), options);
}

}  // namespace mpart
