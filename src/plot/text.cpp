#include "plot/text.hpp"

#include <cctype>
#include <charconv>
#include <cstdint>

#include "util/printable.hpp"

namespace mpart::plot {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";     // U+2026
constexpr std::string_view kZeroWidthSpace = "\xE2\x80\x8B";

bool is_control(char c) { return static_cast<std::uint8_t>(c) < 0x20 || c == 0x7F; }

// Bytes of the valid character at the start of `text`; 0 if there is none. REQUIRES: not empty.
std::size_t character_length(std::string_view text) {
  const Utf8Character character = first_character(text);
  const bool forbidden = character.code == 0xFFFE || character.code == 0xFFFF;
  return forbidden ? 0 : character.size;
}

}  // namespace

std::string number_text(double value) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof(buffer), value);
  return {buffer, result.ptr};
}

std::string valid_utf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    result += length == 0 ? kReplacement : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

std::string xml_escaped(std::string_view text) {
  std::string result;
  for (const char c : valid_utf8(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&apos;";
        break;
      case '\t':
        result += "&#9;";
        break;  // by number, or a parser makes them spaces
      case '\n':
        result += "&#10;";
        break;
      case '\r':
        result += "&#13;";
        break;
      default:
        if (!is_control(c)) result += c;
    }
  }
  return result;
}

std::string json_quoted(std::string_view text) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : valid_utf8(text)) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (is_control(c)) {
      result += "\\u00";
      result += kHex[c >> 4];
      result += kHex[c & 0xF];
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string graphviz_quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : valid_utf8(text)) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else if (!is_control(c)) {
      result += c;
    }
  }
  return result + '"';
}

std::string gnuplot_quoted(std::string_view text, std::size_t longest) {
  std::string result = "\"";
  std::size_t characters = 0;
  std::string valid = valid_utf8(text);
  // gnuplot writes ]]> into an SVG as it is, where XML forbids it: a space of no width goes
  // between.
  for (std::size_t at = 0; (at = valid.find("]]>", at)) != std::string::npos;) {
    valid.insert(at + 2, kZeroWidthSpace);
  }
  for (const char c : valid) {
    const auto byte = static_cast<std::uint8_t>(c);
    const bool continues = (byte & 0xC0) == 0x80;
    if (!continues && ++characters > longest) {
      result += kEllipsis;
      break;
    }
    if (is_control(c)) {
      result += ' ';
    } else if (byte >= 0x80 || std::isalnum(byte) != 0 || c == ' ') {
      result += c;
    } else {
      result += "\\0";  // gnuplot takes up to three digits more after a 0
      for (const unsigned shift : {6U, 3U, 0U}) {
        result += static_cast<char>('0' + (byte >> shift & 7));
      }
    }
  }
  return result + '"';
}

}  // namespace mpart::plot
