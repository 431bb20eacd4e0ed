#include <algorithm>
#include <cmath>

#include "mpart/error.hpp"
#include "plot/figures.hpp"
#include "plot/gnuplot.hpp"
#include "plot/palette.hpp"
#include "plot/text.hpp"

namespace mpart::plot {

namespace {

constexpr int kWidth = 800, kHead = 110, kLineHeight = 24;  // pixels
constexpr std::size_t kLongestLine = 48;
constexpr Colour kPaper = 0x8A8A8A;

double line_of(const Comparison& figure, std::size_t i) {
  return static_cast<double>(figure.lines.size() - i);  // the first is at the top
}

// Columns: mean, line, deviation.
void add_points(Script& script, const Comparison& figure, const char* name,
                std::optional<Spread> Comparison::Line::*which, double offset,
                const std::string& style) {
  script.begin_block(name);
  for (std::size_t i = 0; i < figure.lines.size(); ++i) {
    const auto& spread = figure.lines[i].*which;
    if (spread) script.row({spread->mean, line_of(figure, i) + offset, spread->deviation});
  }
  script.end_block();
  script.plot(std::string("$") + name + " using 1:2:3 with xerrorbars " + style + " notitle");
}

void add_names(Script& script, const Comparison& figure) {
  std::string names;
  for (std::size_t i = 0; i < figure.lines.size(); ++i) {
    names += (i == 0 ? "" : ", ") + gnuplot_quoted(figure.lines[i].name, kLongestLine) + ' ' +
             number_text(line_of(figure, i));
  }
  script.line("set ytics (" + names + ") noenhanced scale 0");
}

std::string comparison_script(const Comparison& figure) {
  const auto lines = static_cast<double>(figure.lines.size());
  Script script;
  script.title(figure.title);
  script.line("set xlabel " + gnuplot_quoted(figure.measure, kLongestLine));
  script.line("set yrange " + range_text(0.4, lines + 0.6));
  script.line("set offsets graph 0.03, graph 0.03, 0, 0");
  script.line(
      "set key outside bottom center horizontal Left reverse samplen 1 height 1 noenhanced");
  script.line("set rmargin 4");
  add_names(script, figure);
  const std::string paper = "pt 6 ps 0.8 lw 1.3 lc rgb '" + hex(kPaper) + "'";
  const std::string ours = "pt 7 ps 0.8 lw 1.8 lc rgb '" + hex(palette_colour(0)) + "'";
  const bool published = std::any_of(figure.lines.begin(), figure.lines.end(),
                                     [](const auto& line) { return line.paper.has_value(); });
  const double apart = published ? 0.17 : 0;
  if (published) add_points(script, figure, "paper", &Comparison::Line::paper, -apart, paper);
  add_points(script, figure, "ours", &Comparison::Line::ours, apart, ours);
  script.legend("points " + ours, "mpart");
  if (published) script.legend("points " + paper, "paper");
  return script.text();
}

}  // namespace

void draw_comparison(const std::string& path, const Comparison& figure) {
  const bool some = std::any_of(figure.lines.begin(), figure.lines.end(),
                                [](const auto& line) { return line.ours || line.paper; });
  if (!some) throw invalid_data("nothing to compare: no figures");
  draw_to_file(path, comparison_script(figure),
               {kWidth, kHead + kLineHeight * static_cast<int>(figure.lines.size())});
}

}  // namespace mpart::plot
