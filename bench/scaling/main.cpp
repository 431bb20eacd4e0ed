// Time a sample against the number of nodes, in four dimensions, as CSV:
//   mpart_bench_scaling [most nodes, 1000000] > scaling.csv
// Points fall evenly, and rho rises with the number of nodes so that the same number of them is
// active. Beside it, the time of a plain scan of as many nodes by the same kernel, measured in the
// same run.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "mpart/mpart.hpp"
#include "src/learn/art/overlap.hpp"
#include "src/util/random.hpp"

namespace {

using namespace mpart;

constexpr std::size_t kDimensions = 4;
constexpr std::size_t kTimed = 100'000;  // samples of each size, in parts
constexpr double kReach = 1.5;           // how far a node reaches, in mean distances of nodes

using Clock = std::chrono::steady_clock;

double nanoseconds(Clock::time_point since) {
  return std::chrono::duration<double, std::nano>(Clock::now() - since).count();
}

void draw(std::vector<double>& values, Random& random) {
  for (double& value : values) value = random.uniform();
}

struct Times {
  double observe = 0, predict = 0;  // nanoseconds a sample, the least of all parts
  double active = 0;                // nodes, mean
};

// Samples for copies of a grown model: one that goes on learning would not keep its size.
Times time_copies(const Learner& grown, const Parameters& parameters, Random& random) {
  Writer writer;
  grown.save(writer, {});
  const std::size_t part = std::clamp<std::size_t>(grown.node_count() / 10, 100, kTimed / 5);
  std::vector<std::vector<double>> samples(part, std::vector<double>(kDimensions));
  Times times{1e18, 1e18, 0};
  Prediction out;
  Scratch scratch;
  std::size_t active = 0;
  std::size_t parts = 0;
  for (std::size_t done = 0; done < kTimed; done += part, ++parts) {
    Reader reader(writer.bytes());
    const auto learner = make_learner(parameters);
    learner->load(reader);
    for (std::vector<double>& sample : samples) draw(sample, random);
    auto start = Clock::now();
    for (const std::vector<double>& sample : samples) learner->predict(sample, scratch, out);
    times.predict = std::min(times.predict, nanoseconds(start) / static_cast<double>(part));
    for (std::vector<double>& sample : samples) draw(sample, random);
    start = Clock::now();
    for (const std::vector<double>& sample : samples) {
      learner->observe(sample, out);
      active += out.activated ? 1 + out.coactivated : 0;
    }
    times.observe = std::min(times.observe, nanoseconds(start) / static_cast<double>(part));
  }
  times.active = static_cast<double>(active) / static_cast<double>(part * parts);
  return times;
}

// |I ^ w_j| of every node and nothing else.
double time_scan(std::size_t nodes, Random& random) {
  const std::size_t blocks = (nodes + kLanes - 1) / kLanes;
  std::vector<Row> rows(blocks * (2 * kDimensions + 1));
  for (Row& row : rows) {
    for (double& value : row.lane) value = random.uniform();
  }
  std::vector<double> overlap(blocks * kLanes);
  std::vector<double> input(2 * kDimensions);
  double least = 1e18;
  double kept = 0;
  for (int run = 0; run < 20; ++run) {
    draw(input, random);
    const auto start = Clock::now();
    overlap_of_blocks(input, rows.data(), blocks, overlap.data());
    least = std::min(least, nanoseconds(start));
    kept += overlap[0];
  }
  return kept > 0 ? least : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const double most = argc > 1 ? std::strtod(argv[1], nullptr) : 1e6;
  std::puts("nodes,rho,edges_per_node,active,observe_ns,predict_ns,scan_ns");
  for (std::size_t nodes = 100; static_cast<double>(nodes) <= most; nodes *= 10) {
    Random random(1);
    Parameters parameters;
    const double spacing = std::pow(static_cast<double>(nodes), -1.0 / kDimensions);
    parameters.rho = 1 - std::min(kReach * spacing / kDimensions, 1.0);
    const auto learner = make_learner(parameters);
    std::vector<double> values(kDimensions);
    Prediction out;
    while (learner->node_count() < nodes) {
      draw(values, random);
      learner->observe(values, out);
      if (random.uniform() < 0.001) learner->teach(values, values[0] < 0.5 ? "a" : "b");
    }
    const Times times = time_copies(*learner, parameters, random);
    std::printf("%zu,%.6f,%.2f,%.2f,%.0f,%.0f,%.0f\n", nodes, parameters.rho,
                static_cast<double>(learner->edge_count()) / static_cast<double>(nodes),
                times.active, times.observe, times.predict, time_scan(nodes, random));
    std::fflush(stdout);
  }
}
