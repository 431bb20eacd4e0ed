#include "label/harmless.hpp"

#include <algorithm>

#include "util/printable.hpp"

namespace mpart {

std::string harmless(std::string_view foreign) {
  constexpr std::size_t kLongest = 200;  // characters
  return printable(foreign, kLongest);
}

bool has_control_characters(std::string_view foreign) {
  return std::any_of(foreign.begin(), foreign.end(), [](char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return value < 0x20 || value == 0x7F;
  });
}

std::string_view without_outer_spaces(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n\v\f";
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

}  // namespace mpart
