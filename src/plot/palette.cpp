#include "plot/palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "util/text.hpp"

namespace mpart::plot {

namespace {

constexpr std::array<Colour, 26> kPalette = {
    0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x882255, 0x332288, 0x999933,
    0x44AA99, 0xEE3377, 0x117733, 0x8C510A, 0xAA4499, 0x6699CC, 0xCC6677, 0x661100, 0xBBAA44,
    0x33BBEE, 0x225555, 0xB15928, 0x7F7FDD, 0x66AA00, 0xFF7F50, 0x004488, 0xBB5566};

std::optional<double> as_number(std::string_view text) {
  double value = 0;
  if (!parse_whole(text, value) || !std::isfinite(value)) return std::nullopt;
  return value;
}

// Numbers by value, before words by their bytes.
bool comes_before(const std::string& a, const std::string& b) {
  const std::optional<double> x = as_number(a);
  const std::optional<double> y = as_number(b);
  if (x && y && *x != *y) return *x < *y;
  if (x.has_value() != y.has_value()) return x.has_value();
  return a < b;
}

}  // namespace

Colour palette_colour(std::size_t number) { return kPalette[number % kPalette.size()]; }

Colour mixed(Colour from, Colour to, double share) {
  Colour result = 0;
  for (const unsigned shift : {0U, 8U, 16U}) {
    const double a = (from >> shift) & 0xFF;
    const double b = (to >> shift) & 0xFF;
    result |= static_cast<Colour>(std::lround(a + (b - a) * share)) << shift;
  }
  return result;
}

std::string hex(Colour colour) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "#";
  for (int shift = 20; shift >= 0; shift -= 4) text += kDigits[(colour >> shift) & 0xF];
  return text;
}

ClassColours::ClassColours(std::vector<std::string> names) : names_(std::move(names)) {
  std::sort(names_.begin(), names_.end(), comes_before);
  names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
  std::erase(names_, "");
}

Colour ClassColours::of(std::string_view name) const {
  const auto place = std::find(names_.begin(), names_.end(), name);
  return place == names_.end() ? kUnknownColour
                               : palette_colour(static_cast<std::size_t>(place - names_.begin()));
}

}  // namespace mpart::plot
