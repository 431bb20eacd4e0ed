// Time a sample against the number of nodes, the dimension, the active nodes and message passing,
// as CSV and figures:
//   mpart_bench_scaling [FOLDER, out/scaling] [most nodes, 1000000]
// Beside each: the time of a plain scan of as many nodes by the same kernel, and how long the
// memory that the search looks at would take at the machine's bandwidth, both of the same run.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/scaling/bandwidth.hpp"
#include "bench/scaling/figure.hpp"
#include "bench/scaling/model.hpp"
#include "bench/scaling/scan.hpp"
#include "src/learn/core/art/box_tree.hpp"
#include "src/learn/core/scratch.hpp"

namespace {

using namespace mpart;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kTimed = 100'000;  // samples of each model, in parts

double nanoseconds(Clock::time_point since) {
  return std::chrono::duration<double, std::nano>(Clock::now() - since).count();
}

// Samples for copies of a grown model: one that goes on learning would not keep its size.
Times time_steps(Model& model) {
  const std::size_t nodes = model.learner().node_count();
  const std::size_t part = std::clamp<std::size_t>(nodes / 10, 100, kTimed / 5);
  std::vector<std::vector<double>> samples(part);
  Times times{.observe = 1e18, .predict = 1e18};
  Prediction out;
  Scratch scratch;
  std::size_t parts = 0;
  for (std::size_t done = 0; done < kTimed; done += part, ++parts) {
    const auto learner = model.copy();
    for (std::vector<double>& sample : samples) model.draw(sample);
    auto start = Clock::now();
    for (const std::vector<double>& sample : samples) learner->predict(sample, scratch, out);
    times.predict = std::min(times.predict, nanoseconds(start) / static_cast<double>(part));
    times.groups += static_cast<double>(scratch.buffers().groups.size());  // of the last one
    for (std::vector<double>& sample : samples) model.draw(sample);
    start = Clock::now();
    for (const std::vector<double>& sample : samples) {
      learner->observe(sample, out);
      times.active += out.activated ? 1 + out.coactivated : 0;
    }
    times.observe = std::min(times.observe, nanoseconds(start) / static_cast<double>(part));
  }
  times.active /= static_cast<double>(part * parts);
  times.groups /= static_cast<double>(parts);
  return times;
}

class Sweep {
 public:
  Sweep(std::string folder, double bandwidth) : folder_(std::move(folder)), bandwidth_(bandwidth) {}

  void begin(const std::string& name, const std::string& axis) {
    figure_ = {name, axis, {}, {}};
    std::printf("\n%10s %10s %8s %8s %12s %12s %12s %12s\n", axis.c_str(), "nodes", "active",
                "groups", "observe ns", "predict ns", "scan ns", "memory ns");
  }

  void measure(double x, const Setup& setup) {
    Model model(setup);
    Times times = time_steps(model);
    if (figure_.name == "active") x = times.active;
    const std::size_t nodes = model.learner().node_count();
    times.scan = time_scan(nodes, setup.dimensions);
    const double group = 2.0 * static_cast<double>(setup.dimensions) * sizeof(CoarseRow);
    times.memory = times.groups * group / bandwidth_;
    std::printf("%10g %10zu %8.2f %8.1f %12.0f %12.0f %12.0f %12.0f\n", x, nodes, times.active,
                times.groups, times.observe, times.predict, times.scan, times.memory);
    std::fflush(stdout);
    figure_.x.push_back(x);
    figure_.times.push_back(times);
  }

  void end() const { write(folder_, figure_); }

 private:
  std::string folder_;
  double bandwidth_;
  ScalingFigure figure_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : "out/scaling";
  const double most = argc > 2 ? std::strtod(argv[2], nullptr) : 1e6;
  std::filesystem::create_directories(folder);
  const double bandwidth = memory_bandwidth();
  std::printf("memory: %.1f GB/s\n", bandwidth);
  Sweep sweep(folder, bandwidth);
  sweep.begin("nodes", "nodes");
  for (std::size_t nodes = 100; static_cast<double>(nodes) <= most; nodes *= 10) {
    sweep.measure(static_cast<double>(nodes), {.nodes = nodes});
  }
  sweep.end();
  sweep.begin("dimension", "dimension");
  for (std::size_t dimensions = 2; dimensions <= 64; dimensions *= 2) {
    sweep.measure(static_cast<double>(dimensions), {.dimensions = dimensions, .centres = true});
  }
  sweep.end();
  sweep.begin("active", "active");
  for (const double reach : {0.75, 1.0, 1.5, 2.0, 3.0, 4.0}) {
    sweep.measure(0, {.nodes = 10'000, .reach = reach});
  }
  sweep.end();
  sweep.begin("layers", "layers");
  for (std::uint32_t layers = 0; layers <= 6; ++layers) {
    sweep.measure(layers, {.reach = 2, .layers = layers});
  }
  sweep.end();
  sweep.begin("delta", "delta");
  for (const double delta : {0.0, 0.01, 0.1, 1.0}) {
    sweep.measure(delta, {.reach = 2, .delta = delta});
  }
  sweep.end();
}
