#include "plot/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <utility>

#include "util/sanitize_text.hpp"
#include "wire/number_text.hpp"

namespace mpart::plot {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";     // U+2026
constexpr std::string_view kZeroWidthSpace = "\xE2\x80\x8B";

// Tab and line ends by number, or a parser makes them spaces.
constexpr std::array kXmlEscapes = {std::pair('&', "&amp;"),   std::pair('<', "&lt;"),
                                    std::pair('>', "&gt;"),    std::pair('"', "&quot;"),
                                    std::pair('\'', "&apos;"), std::pair('\t', "&#9;"),
                                    std::pair('\n', "&#10;"),  std::pair('\r', "&#13;")};

}  // namespace

std::string number_text(double value) {
  std::string text;
  wire::append_number(text, value);
  return text;
}

std::string valid_utf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const auto [size, code] = first_character(text);
    const bool valid = size > 0 && code != 0xFFFE && code != 0xFFFF;
    result += valid ? text.substr(0, size) : kReplacement;
    text.remove_prefix(valid ? size : 1);
  }
  return result;
}

std::string xml_escaped(std::string_view text) {
  std::string result;
  for (const char c : valid_utf8(text)) {
    const auto* const found = std::find_if(kXmlEscapes.begin(), kXmlEscapes.end(),
                                           [c](const auto& each) { return each.first == c; });
    if (found != kXmlEscapes.end()) {
      result += found->second;
    } else if (!is_control(c)) {
      result += c;
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
