#include "plot/gnuplot.hpp"

#include <cctype>
#include <filesystem>

#include "mpart/error.hpp"
#include "plot/text.hpp"
#include "util/atomic_file.hpp"
#include "util/process.hpp"
#include "util/text.hpp"

namespace mpart::plot {

namespace {

constexpr std::size_t kLongestTitle = 90;

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
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kNotFound) {
      throw unsupported("gnuplot is not installed: apt-get install gnuplot-nox");
    }
    throw unavailable(std::string("gnuplot cannot be run: ") + error.what());
  }
}

}  // namespace

Script::Script() {
  line("set border 3 lw 1 lc rgb '#555555'");
  line("set tics nomirror out scale 0.6 textcolor rgb '#333333'");
  line("set grid lc rgb '#e4e4e4' lt 1 lw 0.8");
  line("set xlabel textcolor rgb '#222222'");
  line("set ylabel textcolor rgb '#222222'");
}

void Script::line(std::string_view command) { text_.append(command).append("\n"); }

void Script::title(const std::string& text) {
  if (!text.empty()) line("set title " + gnuplot_quoted(text, kLongestTitle) + " noenhanced");
}

void Script::begin_block(std::string_view name) {
  text_.append("$").append(name).append(" << EOD\n");
}

void Script::row(std::initializer_list<double> numbers) {
  for (const double number : numbers) {
    text_ += number_text(number);
    text_ += ' ';
  }
  text_.back() = '\n';
}

void Script::legend(std::string_view style, std::string_view name, std::size_t longest) {
  parts_.push_back("keyentry with " + std::string(style) + " title " +
                   gnuplot_quoted(name, longest) + " noenhanced");
}

std::string Script::text() const {
  std::string text = text_ + "plot ";
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (i > 0) text += ", \\\n  ";
    text += parts_[i];
  }
  return text + '\n';
}

std::string range_text(double low, double high) {
  return '[' + number_text(low) + ':' + number_text(high) + ']';
}

ImageFormat image_format(const std::string& path) {
  const std::string ending = lower_case(std::filesystem::path(path).extension().string());
  if (ending == ".svg") return ImageFormat::kSvg;
  if (ending == ".png") return ImageFormat::kPng;
  throw invalid_argument(path + ": a picture's name has to end in .svg or .png");
}

std::string draw(std::string_view script, ImageFormat format, Canvas canvas) {
  ProcessResult result = run_gnuplot(terminal(format, canvas).append(script));
  if (result.exit_code != 0 || result.signal != 0 || result.output.empty()) {
    const std::string reason = one_line(result.errors);
    throw unavailable("gnuplot failed: " +
                      (reason.empty() ? "it made no picture and gave no reason" : reason));
  }
  return std::move(result.output);
}

void draw_to_file(const std::string& path, std::string_view script, Canvas canvas) {
  const ImageFormat format = image_format(path);
  require_writable(path);
  write_file_atomically(path, draw(script, format, canvas));
}

}  // namespace mpart::plot
