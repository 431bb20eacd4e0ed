#include "plot/gnuplot.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

#include "mpart/error.hpp"
#include "util/atomic_file.hpp"
#include "util/process.hpp"

namespace mpart::plot {

namespace {

std::string terminal(ImageFormat format, Canvas canvas) {
  const std::string size = std::to_string(canvas.width) + ',' + std::to_string(canvas.height);
  // Points of the same size come out smaller in PNG.
  const std::string kind = format == ImageFormat::kSvg
                               ? "svg font 'Arial,13'"
                               : "pngcairo font 'DejaVu Sans,10' pointscale 1.5";
  return "set encoding utf8\nset terminal " + kind + " size " + size +
         " enhanced background 'white'\n";
}

// gnuplot's complaint on one line, without its blank lines and the caret under the mistake.
std::string one_line(std::string_view errors) {
  constexpr std::size_t kLongest = 400;
  std::string text;
  for (const char c : errors) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0 || c == '^';
    if (!space) text += c;
    if (space && !text.empty() && text.back() != ' ') text += ' ';
  }
  if (!text.empty() && text.back() == ' ') text.pop_back();
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

ProcessResult run_gnuplot(const std::string& script) {
  try {
    return run_process({"gnuplot", "--default-settings", "-"}, script, {.keep_errors = true});
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::no_such_file_or_directory) {
      throw Error(ErrorKind::kFailed, "gnuplot is not installed: apt-get install gnuplot-nox");
    }
    throw Error(ErrorKind::kFailed, std::string("gnuplot cannot be run: ") + error.what());
  }
}

}  // namespace

ImageFormat image_format(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".svg") return ImageFormat::kSvg;
  if (ending == ".png") return ImageFormat::kPng;
  throw Error(ErrorKind::kBadUse, path + ": a picture's name has to end in .svg or .png");
}

std::string draw(std::string_view script, ImageFormat format, Canvas canvas) {
  ProcessResult result = run_gnuplot(terminal(format, canvas).append(script));
  if (result.exit_code != 0 || result.signal != 0 || result.output.empty()) {
    const std::string reason = one_line(result.errors);
    throw Error(
        ErrorKind::kFailed,
        "gnuplot failed: " + (reason.empty() ? "it made no picture and gave no reason" : reason));
  }
  return std::move(result.output);
}

void draw_to_file(const std::string& path, std::string_view script, Canvas canvas) {
  const ImageFormat format = image_format(path);
  require_writable(path);
  write_file_atomically(path, draw(script, format, canvas));
}

}  // namespace mpart::plot
