#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mpart::plot {

// The shortest decimal text that reads back as the same number; "nan" and "inf" included.
std::string number_text(double value);

// The text with every byte that is not part of valid UTF-8 replaced by U+FFFD. U+FFFE and U+FFFF
// count as invalid too: XML forbids them.
std::string valid_utf8(std::string_view text);

// For XML text and attribute values. Control characters that XML cannot carry are dropped.
std::string xml_escaped(std::string_view text);

std::string json_quoted(std::string_view text);      // with its quotation marks
std::string graphviz_quoted(std::string_view text);  // with its quotation marks

// A gnuplot string on one line, cut to `longest` characters. Everything but letters, digits and
// spaces is written as its octal number, so that no quote, @macro or `command` is ever seen.
std::string gnuplot_quoted(std::string_view text, std::size_t longest);

}  // namespace mpart::plot
