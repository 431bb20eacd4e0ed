#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mpart::plot {

using Colour = std::uint32_t;  // 0xRRGGBB

inline constexpr Colour kUnknownColour = 0x9A9A9A;

// Colours that people with any colour vision can tell apart for the first dozen (Okabe and Ito,
// Tol), readable on white; after 26 they begin again.
Colour palette_colour(std::size_t number);

Colour mixed(Colour from, Colour to, double share);  // share 0: `from`, 1: `to`
std::string hex(Colour colour);                      // "#0072b2"

// Every class of a picture with its colour. Names are sorted, numbers by their value, so the same
// classes get the same colours in every picture.
class ClassColours {
 public:
  explicit ClassColours(std::vector<std::string> names);  // in any order, more than once or empty

  const std::vector<std::string>& names() const { return names_; }
  Colour of(std::string_view name) const;  // kUnknownColour if it is not one of them

 private:
  std::vector<std::string> names_;
};

}  // namespace mpart::plot
