#pragma once

#include <string>
#include <string_view>

namespace mpart::plot {

enum class ImageFormat { kSvg, kPng };

// By the file's ending, .svg or .png; throws Error(kBadUse) for any other.
ImageFormat image_format(const std::string& path);

struct Canvas {
  int width = 800, height = 500;  // pixels
};

// The picture that gnuplot makes of `script`, which sets no terminal and no output. Names in the
// script have to go through gnuplot_quoted. The user's own gnuplot settings have no influence.
// Throws Error(kFailed) with gnuplot's own words, or if it is not installed.
std::string draw(std::string_view script, ImageFormat format, Canvas canvas);

// draw() to a file. It is replaced only by a finished picture. Throws Error(kBadInput) if it
// cannot be written.
void draw_to_file(const std::string& path, std::string_view script, Canvas canvas);

}  // namespace mpart::plot
