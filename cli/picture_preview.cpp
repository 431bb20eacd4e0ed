#include "cli/picture_preview.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <unordered_map>

#include "cli/parts/parts.hpp"
#include "label/terminal_picture.hpp"
#include "mpart/error.hpp"
#include "prepare/picture_bytes.hpp"
#include "prepare/picture_list.hpp"
#include "util/atomic_file.hpp"
#include "util/environment.hpp"
#include "util/sanitize_text.hpp"
#include "util/similar_name.hpp"

namespace mpart {

namespace {

// Sides in pixels of a picture on the screen: 40 characters, or what is as large in sixels.
constexpr int kBlocksSide = 40;
constexpr int kSixelSide = 240;

PictureStyle style_of(const std::string& how) {
  constexpr std::string_view kWays[] = {"auto", "sixel", "blocks", "none"};
  if (std::ranges::find(kWays, how) == std::end(kWays)) {
    throw invalid_argument("--pictures must be auto, sixel, blocks or none, not \"" + how + '"' +
                           did_you_mean(how, kWays));
  }
  if (how == "sixel") return PictureStyle::kSixel;
  if (how == "blocks") return PictureStyle::kHalfBlocks;
  if (how == "none" || ::isatty(STDERR_FILENO) == 0) return PictureStyle::kNone;
  return picture_style(environment_variable("TERM"), environment_variable("TERM_PROGRAM"));
}

// Decodes pictures to a size that fits the screen, with their sides in proportion.
Pixels read_pixels(const std::string& path, int side) {
  const std::string bytes = read_file(path);
  const auto size = embed::picture_size(bytes).value_or(embed::PictureSize{1, 1});
  const auto longest = static_cast<double>(std::max(size.width, size.height));
  const auto shown = [&](std::uint64_t own) {
    return std::max(1, static_cast<int>(std::lround(side * static_cast<double>(own) / longest)));
  };
  embed::PictureOptions options;
  options.size = shown(size.width);
  options.height = shown(size.height);
  options.channels_last = true;
  std::vector<double> values;
  opencv_part().picture_reader(options)(bytes, values);
  Pixels pixels{
      static_cast<std::size_t>(options.size), static_cast<std::size_t>(options.height), {}};
  for (const double value : values) {
    pixels.rgb.push_back(static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0))));
  }
  return pixels;
}

std::string drawn(const std::string& path, PictureStyle style) {
  try {
    if (style == PictureStyle::kHalfBlocks) return half_blocks(read_pixels(path, kBlocksSide));
    if (style == PictureStyle::kSixel) return sixel(read_pixels(path, kSixelSide));
  } catch (const Error& error) {
    return std::string("  cannot be shown: ") + sanitize_text(error.what()) + '\n';
  }
  return "";
}

}  // namespace

SampleView view_of_pictures(const std::string& data, const std::string& how) {
  const PictureStyle style = style_of(how);
  if (data == "-" || data.starts_with("synthetic:") || !embed::is_picture_data(data)) return {};
  std::unordered_map<std::string, std::string> paths;
  for (const embed::PictureFile& file : embed::list_pictures(data).files) {
    paths[file.id] = std::filesystem::absolute(file.path).lexically_normal().string();
  }
  SampleView view;
  view.show = [paths = std::move(paths), style](const Sample& sample) -> std::string {
    const auto found = paths.find(sample.id);
    if (found == paths.end()) return "";
    return "  file: " + sanitize_text(found->second) + '\n' + drawn(found->second, style);
  };
  return view;
}

}  // namespace mpart
