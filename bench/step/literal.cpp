// The equations as they are written, with full matrices: tests/reference.
#include <benchmark/benchmark.h>

#include "bench/step/task.hpp"
#include "reference/slow_mpart.hpp"
#include "reference/slow_strategies.hpp"

namespace mpart::bench {

Outcome run_literal(const Stream& stream) {
  Outcome outcome;
  reference::SlowMpart learner(Parameters{});
  reference::SlowExplorer explorer(Budget{});
  for (const Sample& sample : stream) {
    const Prediction prediction = learner.observe(sample.values);
    outcome.winners.push_back(prediction.winner);
    for (const std::uint64_t time : explorer.offer(prediction.score)) {
      outcome.asked.push_back(time);
      learner.teach(stream[time].values, stream[time].label);
    }
  }
  return outcome;
}

namespace {

// The first 1,000 samples only: it is slow.
void fashion_beginning(benchmark::State& state) {
  const Stream beginning(fashion().begin(), fashion().begin() + 1000);
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(run_literal(beginning));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(beginning.size()));
}

}  // namespace

void register_literal() {
  benchmark::RegisterBenchmark("literal/fashion-1k", fashion_beginning)
      ->Unit(benchmark::kMillisecond)
      ->Iterations(1);
}

}  // namespace mpart::bench
