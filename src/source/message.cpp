#include "source/message.hpp"

#include <cstddef>

#include "mpart/error.hpp"

namespace mpart {
namespace {

constexpr std::size_t kShort = 40;

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// Bytes of the printable UTF-8 character at the beginning of `text`; 0 if it is not one.
std::size_t character_size(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : 0;
  // 0xC2 followed by less than 0xA0 is a control character of Latin-1.
  const std::size_t size = first >= 0xF5 || first < 0xC2 ? 0
                           : first >= 0xF0               ? 4
                           : first >= 0xE0               ? 3
                                                         : 2;
  if (size == 0 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if (!continues(text[i])) return 0;
  }
  const auto second = static_cast<unsigned char>(text[1]);
  const bool control = first == 0xC2 && second < 0xA0;
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool outside = (first == 0xED && second >= 0xA0) || (first == 0xF4 && second >= 0x90);
  return control || overlong || outside ? 0 : size;
}

void append_escaped(std::string& out, char byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  out += "\\x";
  out += kDigits[value >> 4];
  out += kDigits[value & 15];
}

// Stops after `limit` characters and says so by an ellipsis.
std::string printable_up_to(std::string_view foreign, std::size_t limit) {
  std::string out;
  for (std::size_t count = 0; !foreign.empty(); ++count) {
    if (count == limit) return out + "...";
    const std::size_t size = character_size(foreign);
    if (size == 0) {
      append_escaped(out, foreign[0]);
    } else {
      out += foreign.substr(0, size);
    }
    foreign.remove_prefix(size == 0 ? 1 : size);
  }
  return out;
}

}  // namespace

void bad_input(const std::string& name, const std::string& what) {
  throw Error(ErrorKind::kBadInput, name + ": " + what);
}

void bad_input(const std::string& name, std::uint64_t row, const std::string& what) {
  throw Error(ErrorKind::kBadInput, name + ":" + std::to_string(row) + ": " + what);
}

std::string printable(std::string_view foreign) {
  return printable_up_to(foreign, std::string_view::npos);
}

std::string shortened(std::string_view foreign) { return printable_up_to(foreign, kShort); }

std::string in_quotes(std::string_view foreign) { return '"' + shortened(foreign) + '"'; }

std::string counted(std::uint64_t count, std::string_view noun) {
  std::string out = std::to_string(count);
  out += ' ';
  out += noun;
  if (count != 1) out += 's';
  return out;
}

}  // namespace mpart
