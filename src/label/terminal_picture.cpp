#include "label/terminal_picture.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace mpart {

namespace {

constexpr std::string_view kMargin = "    ";

std::span<const std::uint8_t> pixel(const Pixels& pixels, std::size_t x, std::size_t y) {
  return std::span(pixels.rgb).subspan(3 * (y * pixels.width + x), 3);
}

// "38;2;R;G;B" of the front, 48 of the back.
void set_colour(std::string& out, int what, std::span<const std::uint8_t> colour) {
  out += "\x1b[" + std::to_string(what) + ";2";
  for (const std::uint8_t channel : colour) out += ';' + std::to_string(channel);
  out += 'm';
}

constexpr int kLevels = 6;  // of each channel
constexpr int kColours = kLevels * kLevels * kLevels;
constexpr std::size_t kBand = 6;  // rows of pixels in a row of sixels

int level(std::uint8_t channel) { return (channel * (kLevels - 1) + 127) / 255; }

int colour_of(std::span<const std::uint8_t> colour) {
  return (level(colour[0]) * kLevels + level(colour[1])) * kLevels + level(colour[2]);
}

std::string palette() {
  std::string out;
  for (int colour = 0; colour < kColours; ++colour) {
    out += '#' + std::to_string(colour) + ";2";
    for (const int part :
         {colour / (kLevels * kLevels), colour / kLevels % kLevels, colour % kLevels}) {
      out += ';' + std::to_string(part * 100 / (kLevels - 1));
    }
  }
  return out;
}

// One colour of a band: a character a column, whose six bits are the rows of that colour; the same
// one several times is written once with its number.
void add_colour(std::string& out, const std::vector<char>& columns) {
  for (std::size_t x = 0; x < columns.size();) {
    std::size_t end = x + 1;
    while (end < columns.size() && columns[end] == columns[x]) ++end;
    if (end - x > 3) {
      out += '!' + std::to_string(end - x) + columns[x];
    } else {
      out.append(end - x, columns[x]);
    }
    x = end;
  }
}

}  // namespace

PictureStyle picture_style(std::string_view term, std::string_view term_program) {
  constexpr std::array<std::string_view, 5> kSixelTerms = {"foot", "foot-extra", "mlterm",
                                                           "contour", "yaft-256color"};
  constexpr std::array<std::string_view, 3> kSixelPrograms = {"WezTerm", "mintty", "iTerm.app"};
  if (term.empty() || term == "dumb" || term == "linux" || term.starts_with("vt")) {
    return PictureStyle::kNone;
  }
  const bool shows_sixel = term.find("sixel") != std::string_view::npos ||
                           std::ranges::find(kSixelTerms, term) != kSixelTerms.end() ||
                           std::ranges::find(kSixelPrograms, term_program) != kSixelPrograms.end();
  return shows_sixel ? PictureStyle::kSixel : PictureStyle::kHalfBlocks;
}

std::string half_blocks(const Pixels& pixels) {
  std::string out;
  for (std::size_t y = 0; y < pixels.height; y += 2) {
    out += kMargin;
    for (std::size_t x = 0; x < pixels.width; ++x) {
      set_colour(out, 38, pixel(pixels, x, y));
      if (y + 1 < pixels.height) set_colour(out, 48, pixel(pixels, x, y + 1));
      out += "\xe2\x96\x80";  // the upper half of a character
    }
    out += "\x1b[0m\n";
  }
  return out;
}

std::string sixel(const Pixels& pixels) {
  std::string out = "\x1bPq\"1;1;" + std::to_string(pixels.width) + ';' +
                    std::to_string(pixels.height) + palette();
  std::vector<std::vector<char>> bits;
  for (std::size_t top = 0; top < pixels.height; top += kBand) {
    bits.assign(kColours, {});
    for (std::size_t y = top; y < std::min(top + kBand, pixels.height); ++y) {
      for (std::size_t x = 0; x < pixels.width; ++x) {
        std::vector<char>& columns = bits[static_cast<std::size_t>(colour_of(pixel(pixels, x, y)))];
        columns.resize(pixels.width, '?');  // no row of this colour
        columns[x] = static_cast<char>(columns[x] + (1 << (y - top)));
      }
    }
    for (std::size_t colour = 0; colour < bits.size(); ++colour) {
      if (bits[colour].empty()) continue;
      out += '#' + std::to_string(colour);
      add_colour(out, bits[colour]);
      out += '$';  // back to the start of the band
    }
    out += '-';
  }
  return out + "\x1b\\\n";
}

}  // namespace mpart
