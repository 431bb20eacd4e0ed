#include "label/picture_text.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "util/sanitize_text.hpp"
#include "wire/number_text.hpp"

namespace mpart {

namespace {

constexpr std::size_t kShort = 16;  // values shown in full
constexpr std::size_t kFirst = 8;   // values shown of more
constexpr std::size_t kLongestName = 30;
constexpr std::size_t kNarrow = 16;  // sides of a picture
constexpr std::size_t kWide = 64;
constexpr std::size_t kColumns = 28;
constexpr std::string_view kShades = " .:-=+*#%@";
constexpr std::string_view kIndent = "    ";

// 0 if that many values are not a picture.
std::size_t side_of_picture(std::size_t count) {
  for (std::size_t side = kNarrow; side <= kWide; ++side) {
    if (side * side == count) return side;
  }
  return 0;
}

// Mean of the pixels in rows [top, bottom) and columns [left, right).
double mean_of(std::span<const double> pixels, std::size_t side, std::size_t top,
               std::size_t bottom, std::size_t left, std::size_t right) {
  double sum = 0;
  for (std::size_t row = top; row < bottom; ++row) {
    for (std::size_t column = left; column < right; ++column) sum += pixels[row * side + column];
  }
  return sum / static_cast<double>((bottom - top) * (right - left));
}

// NaN, which a picture of one colour gives, is the lightest.
char shade(double share) {
  constexpr auto kDarkest = static_cast<double>(kShades.size() - 1);
  return share > 0 ? kShades[static_cast<std::size_t>(std::lround(std::min(share, 1.0) * kDarkest))]
                   : kShades[0];
}

// A character is about twice as high as wide, hence half as many rows as columns.
std::string picture(std::span<const double> pixels, std::size_t side) {
  const auto [least, most] = std::minmax_element(pixels.begin(), pixels.end());
  const double range = *most - *least;
  const std::size_t columns = std::min(side, kColumns);
  const std::size_t rows = columns / 2;
  std::string out;
  for (std::size_t row = 0; row < rows; ++row) {
    out += kIndent;
    for (std::size_t column = 0; column < columns; ++column) {
      const double mean = mean_of(pixels, side, row * side / rows, (row + 1) * side / rows,
                                  column * side / columns, (column + 1) * side / columns);
      out += shade((mean - *least) / range);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
  return out;
}

}  // namespace

std::string values_text(std::span<const double> values, std::span<const std::string> names) {
  std::string out = "  values:";
  const bool all = values.size() <= kShort;
  for (std::size_t i = 0; i < (all ? values.size() : kFirst); ++i) {
    if (i < names.size()) out += (i == 0 ? " " : ", ") + sanitize_text(names[i], kLongestName);
    out += ' ' + wire::decimals(values[i], 3);
  }
  if (!all) out += " ... " + std::to_string(values.size()) + " values";
  out += '\n';
  const std::size_t side = side_of_picture(values.size());
  return side == 0 ? out : out + picture(values, side);
}

}  // namespace mpart
