#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mpart/graph.hpp"
#include "mpart/sample.hpp"
#include "plot/projection.hpp"

namespace mpart::plot {

// The pictures. Each goes to a .svg or .png file, which is replaced by a finished picture only.
// All throw Error: kBadUse for another ending, kBadInput for data that cannot be drawn or a path
// that cannot be written, kFailed if gnuplot is missing or complains.

struct Curve {
  std::string name;
  std::vector<double> samples;    // seen so far, or what `axis` says; ascending
  std::vector<double> accuracy;   // 0 to 1, as many
  std::vector<double> deviation;  // standard deviation over trials, as many; or empty
};

struct LearningCurves {
  std::string title;  // may be empty
  std::vector<Curve> curves;
  std::vector<double> queries;  // samples at which a question was asked; may be empty
  std::string axis = "samples seen";
};

void draw_learning_curves(const std::string& path, const LearningCurves& figure);

struct Spread {
  double mean = 0, deviation = 0;
};

// What was measured beside what was published, line by line.
struct Comparison {
  struct Line {
    std::string name;
    std::optional<Spread> ours, paper;
  };
  std::string title;    // may be empty
  std::string measure;  // "accuracy (%)"
  std::vector<Line> lines;
};

void draw_comparison(const std::string& path, const Comparison& figure);

// A learner's graph, over the samples it has seen if they are given.
struct Topology {
  std::string title;  // may be empty
  Graph graph;
  std::vector<Sample> samples;  // coloured by label; empty: nodes are coloured by predicted class
  std::vector<Sample> queried;  // marked; may be empty
  std::optional<Axes> axes;     // nothing: what Projection::fit chooses
};

void draw_topology(const std::string& path, const Topology& figure);

}  // namespace mpart::plot
