#include "plot/script.hpp"

#include "plot/text.hpp"

namespace mpart::plot {

namespace {

constexpr std::size_t kLongestTitle = 90;

}  // namespace

Script::Script() {
  line("set border 3 lw 1 lc rgb '#555555'");
  line("set tics nomirror out scale 0.6 textcolor rgb '#333333'");
  line("set grid lc rgb '#e4e4e4' lt 1 lw 0.8");
  line("set xlabel textcolor rgb '#222222'");
  line("set ylabel textcolor rgb '#222222'");
}

void Script::line(std::string_view command) {
  text_ += command;
  text_ += '\n';
}

void Script::title(const std::string& text) {
  if (!text.empty()) line("set title " + gnuplot_quoted(text, kLongestTitle) + " noenhanced");
}

void Script::begin_block(std::string_view name) {
  text_ += '$';
  text_ += name;
  text_ += " << EOD\n";
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

}  // namespace mpart::plot
