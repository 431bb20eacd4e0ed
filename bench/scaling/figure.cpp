#include "bench/scaling/figure.hpp"

#include <fstream>
#include <utility>

#include "src/plot/gnuplot.hpp"
#include "src/plot/palette.hpp"

using namespace mpart::plot;

namespace {

void write_csv(const std::string& path, const ScalingFigure& figure) {
  std::ofstream file(path);
  file << figure.axis << ",active,groups,observe_ns,predict_ns,scan_ns,memory_ns\n";
  for (std::size_t i = 0; i < figure.x.size(); ++i) {
    const Times& times = figure.times[i];
    file << figure.x[i] << ',' << times.active << ',' << times.groups << ',' << times.observe << ','
         << times.predict << ',' << times.scan << ',' << times.memory << '\n';
  }
}

std::string script_of(const ScalingFigure& figure) {
  constexpr std::pair<const char*, double Times::*> kLines[] = {
      {"observe", &Times::observe},
      {"predict", &Times::predict},
      {"overlaps of all nodes, a scan", &Times::scan},
      {"memory read, at full bandwidth", &Times::memory}};
  Script script;
  script.line("set xlabel '" + (figure.axis == "active" ? "active nodes" : figure.axis) + "'");
  script.line("set ylabel 'nanoseconds a sample'");
  script.line("set logscale y");
  if (figure.axis == "dimension") script.line("set logscale x 2");
  if (figure.axis == "nodes") {
    script.line("set logscale x");
    script.line("set format x '10^{%L}'");
  }
  script.line("set format y '10^{%L}'");
  script.line("set key outside bottom center horizontal Left reverse samplen 2 height 1");
  std::size_t number = 0;
  for (const auto& [name, value] : kLines) {
    const std::string block = "line" + std::to_string(number);
    const std::string style =
        "linespoints lw 2 pt 7 ps 0.6 lc rgb '" + hex(palette_colour(number)) + "'";
    script.begin_block(block);
    for (std::size_t i = 0; i < figure.x.size(); ++i) {
      script.row({figure.x[i], figure.times[i].*value});
    }
    script.end_block();
    script.plot(std::string("$").append(block) + " using 1:2 with " + style + " notitle");
    ++number;
  }
  number = 0;
  for (const auto& [name, value] : kLines) {
    script.legend("lines lw 2 lc rgb '" + hex(palette_colour(number++)) + "'", name, 40);
  }
  return script.text();
}

}  // namespace

void write(const std::string& folder, const ScalingFigure& figure) {
  const std::string base = folder + '/' + figure.name;
  write_csv(base + ".csv", figure);
  draw_to_file(base + ".svg", script_of(figure), {800, 500});
}
