// How fast the gradients of pictures are computed, on one core: 28 x 28 pixels of one channel, and
// 224 x 224 of three.
//   mpart_bench_gradients [--benchmark_...]
#include <benchmark/benchmark.h>

#include <random>
#include <span>
#include <vector>

#include "prepare/gradients.hpp"

namespace {

void gradients(benchmark::State& state) {
  constexpr std::size_t kPictures = 64;
  const auto width = static_cast<std::size_t>(state.range(0));
  mpart::embed::Gradients gradients(width);
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(0, 1);
  std::vector<float> pixels(kPictures * width), values(mpart::embed::Gradients::kValues);
  for (float& pixel : pixels) pixel = uniform(random);  // no flat parts: the slowest there is
  for ([[maybe_unused]] auto _ : state) {
    for (std::size_t i = 0; i < kPictures; ++i) {
      gradients.compute(std::span(pixels).subspan(i * width, width), values);
      benchmark::DoNotOptimize(values.data());
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kPictures));
}
BENCHMARK(gradients)->Arg(28 * 28)->Arg(3 * 224 * 224)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
