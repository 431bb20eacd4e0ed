// What a step of the mode plus costs, in steps of the faithful one, questions and answers included.
// Both take turns in one run, so that a busy machine slows both.
//   mpart_bench_plus [DATA] [SAMPLES]     DATA: any that mpart run takes
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "mpart/mpart.hpp"

namespace mpart::bench {

namespace {

constexpr int kTurns = 15;
constexpr double kMost = 3;

std::vector<Sample> read(const std::string& path, std::size_t most) {
  std::vector<Sample> samples;
  const auto source = open_source(path);
  for (Sample sample; samples.size() < most && source->next(sample);) samples.push_back(sample);
  return samples;
}

double seconds_of(const std::vector<Sample>& samples, const char* mode, Budget budget) {
  SessionOptions options;
  set_mode(mode, options);
  options.budget = budget;
  Session session(options);
  ColumnOracle oracle;
  const auto start = std::chrono::steady_clock::now();
  for (const Sample& sample : samples) session.step(sample, oracle);
  session.finish(oracle);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The fastest of some turns: what disturbs only adds.
double ratio(const std::vector<Sample>& samples, Budget budget) {
  double faithful = 1e9, plus = 1e9;
  for (int turn = 0; turn < kTurns; ++turn) {
    faithful = std::min(faithful, seconds_of(samples, "faithful", budget));
    plus = std::min(plus, seconds_of(samples, "plus", budget));
  }
  const double micro = 1e6 / static_cast<double>(samples.size());
  std::printf("1/%-5llu faithful %.2f us   plus %.2f us   ratio %.2f\n",
              static_cast<unsigned long long>(budget.period), faithful * micro, plus * micro,
              plus / faithful);
  return plus / faithful;
}

int run(const std::string& path, std::size_t most) {
  const std::vector<Sample> samples = read(path, most);
  double highest = 0;
  for (const std::uint64_t period : {1000, 500, 100}) {
    highest = std::max(highest, ratio(samples, {1, period}));
  }
  if (highest < kMost) return 0;
  std::printf("more than %.0f times the faithful step\n", kMost);
  return 1;
}

}  // namespace

}  // namespace mpart::bench

int main(int argc, char** argv) try {
  const std::string path =
      argc > 1 ? argv[1] : std::string(MPART_SOURCE_DIR) + "/bench/data/fashion4d-10k.csv";
  return mpart::bench::run(path, argc > 2 ? std::stoul(argv[2]) : 10000);
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
