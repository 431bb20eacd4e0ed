#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace mpart::plot {

// The text of a gnuplot script: settings, blocks of numbers, then one plot command.
class Script {
 public:
  Script();

  void line(std::string_view command);
  void title(const std::string& text);  // nothing if it is empty

  // A block of data, later called $NAME. Rows are numbers only, so nothing in them can end it.
  void begin_block(std::string_view name);
  void row(std::initializer_list<double> numbers);
  void gap() { text_ += '\n'; }  // ends a connected line
  void end_block() { text_ += "EOD\n"; }

  // One part of the plot command: "$nodes using 1:2 with points".
  void plot(std::string part) { parts_.push_back(std::move(part)); }
  // A line of the legend alone: "points pt 7". The name can be anything, and is cut to `longest`
  // characters: a longer one would squeeze the picture.
  void legend(std::string_view style, std::string_view name, std::size_t longest = 20);

  std::string text() const;

 private:
  std::string text_;
  std::vector<std::string> parts_;
};

// "[0:12.5]"
std::string range_text(double low, double high);

enum class ImageFormat { kSvg, kPng };

// By the file's ending, .svg or .png; throws Error(kInvalidArgument) for any other.
ImageFormat image_format(const std::string& path);

struct Canvas {
  int width = 800, height = 500;  // pixels
};

// The picture that gnuplot makes of `script`, which sets no terminal and no output. Names in the
// script have to go through gnuplot_quoted. The user's own gnuplot settings have no influence.
// Throws Error(kInternal) with gnuplot's own words, or if it is not installed.
std::string draw(std::string_view script, ImageFormat format, Canvas canvas);

// draw() to a file. It is replaced only by a finished picture. Throws Error(kInvalidData) if it
// cannot be written.
void draw_to_file(const std::string& path, std::string_view script, Canvas canvas);

}  // namespace mpart::plot
