// How fast a network is applied: many samples at once, and one alone.
//   mpart_bench_apply NETWORK.onnx [--benchmark_...]
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "mpart/embedder.hpp"
#include "mpart/error.hpp"

namespace {

std::vector<float> random_rows(std::size_t rows, std::size_t width) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(0, 1);
  std::vector<float> values(rows * width);
  for (float& value : values) value = uniform(random);
  return values;
}

// A sample gives the same alone as among others, up to rounding.
bool agrees(mpart::Embedder& embedder) {
  constexpr std::size_t kRows = 64;
  const std::size_t in = embedder.input_width(), out = embedder.output_width();
  const std::vector<float> rows = random_rows(kRows, in);
  std::vector<float> together, alone;
  embedder.embed(rows, kRows, together);
  for (std::size_t row = 0; row < kRows; ++row) {
    embedder.embed(std::span(rows).subspan(row * in, in), 1, alone);
    for (std::size_t i = 0; i < out; ++i) {
      if (!(std::abs(alone[i] - together[row * out + i]) <= 1e-4F)) return false;
    }
  }
  return true;
}

void apply(benchmark::State& state, mpart::Embedder& embedder) {
  const auto rows = static_cast<std::size_t>(state.range(0));
  const std::vector<float> in = random_rows(rows, embedder.input_width());
  std::vector<float> out;
  for ([[maybe_unused]] auto _ : state) {
    embedder.embed(in, rows, out);
    benchmark::DoNotOptimize(out.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc != 2) {
    std::fputs("usage: mpart_bench_apply NETWORK.onnx [--benchmark_...]\n", stderr);
    return 2;
  }
  try {
    const std::unique_ptr<mpart::Embedder> embedder = mpart::open_embedder(argv[1]);
    if (!agrees(*embedder)) {
      std::fputs("one sample and many disagree: nothing to time\n", stderr);
      return 1;
    }
    benchmark::RegisterBenchmark("apply", apply, std::ref(*embedder))
        ->Arg(1)
        ->Arg(32)
        ->Arg(256)
        ->Arg(1024)
        ->Unit(benchmark::kMicrosecond)
        ->MeasureProcessCPUTime()  // of all threads
        ->UseRealTime();
    benchmark::RunSpecifiedBenchmarks();
  } catch (const mpart::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
