#include <algorithm>
#include <cmath>

#include "mpart/error.hpp"
#include "plot/figures.hpp"
#include "plot/gnuplot.hpp"
#include "plot/palette.hpp"
#include "plot/text.hpp"

namespace mpart::plot {

namespace {

constexpr double kPercent = 100;
constexpr Canvas kCurveCanvas = {800, 500};
constexpr std::size_t kLongestName = 36;  // two columns under the picture

struct Frame {
  double last = 0;             // samples, the end of the x axis
  double low = 100, high = 0;  // %, the ends of the y axis
};

void require_sound(const Curve& curve) {
  const std::size_t points = curve.samples.size();
  if (curve.accuracy.size() == points &&
      (curve.deviation.empty() || curve.deviation.size() == points)) {
    return;
  }
  throw invalid_data("curve '" + curve.name + "': " + std::to_string(points) + " moments, but " +
                     std::to_string(curve.accuracy.size()) + " accuracies and " +
                     std::to_string(curve.deviation.size()) + " deviations");
}

double deviation_at(const Curve& curve, std::size_t i) {
  return curve.deviation.empty() ? 0 : curve.deviation[i];
}

bool drawable(const Curve& curve, std::size_t i) {
  return std::isfinite(curve.samples[i]) && std::isfinite(curve.accuracy[i]) &&
         std::isfinite(deviation_at(curve, i));
}

// Whole tens around everything that is drawn, within 0 and 100 %.
Frame frame_of(const LearningCurves& figure) {
  Frame frame;
  for (const Curve& curve : figure.curves) {
    require_sound(curve);
    for (std::size_t i = 0; i < curve.samples.size(); ++i) {
      if (!drawable(curve, i)) continue;
      const double spread = deviation_at(curve, i);
      frame.last = std::max(frame.last, curve.samples[i]);
      frame.low = std::min(frame.low, kPercent * (curve.accuracy[i] - spread));
      frame.high = std::max(frame.high, kPercent * (curve.accuracy[i] + spread));
    }
  }
  if (frame.last <= 0) throw invalid_data("no learning curve has a point to draw");
  frame.low = std::clamp(10 * std::floor((frame.low - 3) / 10), 0.0, 90.0);
  frame.high = std::clamp(10 * std::ceil((frame.high + 1) / 10), frame.low + 10, kPercent);
  return frame;
}

// Columns: samples, accuracy, accuracy - deviation, accuracy + deviation; in %.
void add_curve(Script& script, const Curve& curve, std::size_t number) {
  const std::string block = "curve" + std::to_string(number);
  script.begin_block(block);
  for (std::size_t i = 0; i < curve.samples.size(); ++i) {
    if (!drawable(curve, i)) continue;
    const double middle = kPercent * curve.accuracy[i];
    const double spread = kPercent * deviation_at(curve, i);
    script.row({curve.samples[i], middle, std::max(0.0, middle - spread),
                std::min(kPercent, middle + spread)});
  }
  script.end_block();
  const std::string colour = " lc rgb '" + hex(palette_colour(number)) + "'";
  if (!curve.deviation.empty()) {
    script.plot("$" + block + " using 1:3:4 with filledcurves fs transparent solid 0.15 noborder" +
                colour + " notitle");
  }
  const bool few = curve.samples.size() <= 30;
  const std::string style = few ? "linespoints lw 2.2 pt 7 ps 0.45" : "lines lw 2.2";
  script.plot("$" + block + " using 1:2 with " + style + colour + " notitle");
}

void add_queries(Script& script, const LearningCurves& figure, const Frame& frame) {
  script.begin_block("queries");
  for (const double query : figure.queries) {
    if (query >= 0 && query <= frame.last) script.row({query});
  }
  script.end_block();
  const double height = 0.025 * (frame.high - frame.low);
  script.plot("$queries using 1:(" + std::to_string(frame.low) + "):(0):(" +
              std::to_string(height) + ") with vectors nohead lw 1.2 lc rgb '#000000' notitle");
}

void add_legend(Script& script, const LearningCurves& figure) {
  for (std::size_t i = 0; i < figure.curves.size(); ++i) {
    script.legend("lines lw 2.2 lc rgb '" + hex(palette_colour(i)) + "'", figure.curves[i].name,
                  kLongestName);
  }
  if (!figure.queries.empty()) script.legend("points pt '|' lc rgb '#000000'", "question asked");
}

std::string learning_curves_script(const LearningCurves& figure) {
  const Frame frame = frame_of(figure);
  Script script;
  script.title(figure.title);
  script.line("set xlabel " + gnuplot_quoted(figure.axis, kLongestName));
  script.line("set ylabel 'accuracy (%)'");
  script.line("set xrange " + range_text(0, frame.last));
  script.line("set yrange " + range_text(frame.low, frame.high));
  script.line(
      "set key outside bottom center horizontal Left reverse samplen 2 height 1 noenhanced");
  script.line("set rmargin 4");
  for (std::size_t i = 0; i < figure.curves.size(); ++i) add_curve(script, figure.curves[i], i);
  if (!figure.queries.empty()) add_queries(script, figure, frame);
  add_legend(script, figure);
  return script.text();
}

}  // namespace

void draw_learning_curves(const std::string& path, const LearningCurves& figure) {
  draw_to_file(path, learning_curves_script(figure), kCurveCanvas);
}

}  // namespace mpart::plot
