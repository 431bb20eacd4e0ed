// What the Python package is compared with: the same work without Python.
//   mpart_bench_python  ->  one line a task: name, seconds (the least of some runs), nodes
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <vector>

#include "mpart/mpart.hpp"

namespace {

using namespace mpart;

std::vector<Sample> read_stream() {
  std::vector<Sample> samples;
  const auto source = open_source(MPART_SOURCE_DIR "/bench/data/fashion4d-10k.csv");
  for (Sample sample; source->next(sample);) samples.push_back(sample);
  return samples;
}

std::size_t fit(const std::vector<Sample>& samples) {
  const std::unique_ptr<Learner> learner = make_learner({});
  Prediction prediction;
  for (const Sample& sample : samples) {
    learner->observe(sample.values, prediction);
    learner->teach(sample.values, sample.label);
  }
  return learner->node_count();
}

std::size_t observe(const std::vector<Sample>& samples) {
  Session session;
  ColumnOracle oracle;
  for (const Sample& sample : samples) session.step(sample, oracle);
  return session.learner().node_count();
}

template <typename Work>
void time(const char* name, const Work& work) {
  double least = 1e9;
  std::size_t nodes = 0;
  for (int run = 0; run < 20; ++run) {
    const auto start = std::chrono::steady_clock::now();
    nodes = work();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    least = std::min(least, seconds.count());
  }
  std::printf("%s %.9f %zu\n", name, least, nodes);
}

}  // namespace

int main() {
  const std::vector<Sample> samples = read_stream();
  time("fit", [&] { return fit(samples); });
  time("observe", [&] { return observe(samples); });
}
