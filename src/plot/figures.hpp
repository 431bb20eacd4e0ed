#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpart/graph.hpp"
#include "mpart/sample.hpp"
#include "plot/projection.hpp"

namespace mpart::plot {

// The pictures. Each goes to a .svg or .png file, which is replaced by a finished picture only.
// All throw Error: kInvalidArgument for another ending, kInvalidData for data that cannot be drawn
// or a path that cannot be written, kInternal if gnuplot is missing or complains.

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

// Keeps evenly spaced samples of a stream of any length in bounded memory: every 1st, 2nd, 4th, ...
// so that there are never more than `most`. Not thread-safe.
class EvenSamples {
 public:
  explicit EvenSamples(std::size_t most = 20'000) : most_(most) {}  // REQUIRES most > 0

  void offer(const Sample& sample);
  const std::vector<Sample>& kept() const { return kept_; }

 private:
  std::size_t most_;
  std::uint64_t offered_ = 0, stride_ = 1;
  std::vector<Sample> kept_;
};

}  // namespace mpart::plot
