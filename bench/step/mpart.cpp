#include <benchmark/benchmark.h>

#include "bench/step/task.hpp"

namespace mpart::bench {

Outcome run_mpart(const Stream& stream) {
  Outcome outcome;
  Session session;
  ColumnOracle oracle;
  for (const Sample& sample : stream) {
    const Step& step = session.step(sample, oracle);
    outcome.winners.push_back(step.prediction.winner);
    if (!step.queries.empty()) outcome.asked.push_back(step.time);
  }
  return outcome;
}

namespace {

void fashion_from_nothing(benchmark::State& state) {
  ColumnOracle oracle;
  std::size_t nodes = 0;
  for ([[maybe_unused]] auto _ : state) {
    Session session;
    for (const Sample& sample : fashion()) session.step(sample, oracle);
    nodes = session.learner().node_count();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(fashion().size()));
  state.counters["nodes"] = static_cast<double>(nodes);
}

// 10,000 samples for a model that has its nodes already.
void spread_10k_at(benchmark::State& state) {
  const Spread task = spread(static_cast<std::size_t>(state.range(0)));
  SessionOptions options;
  options.parameters.rho = task.rho;
  ColumnOracle oracle;
  Session grown(options);
  for (const Sample& sample : task.before) grown.step(sample, oracle);
  const std::string model = encode_model(grown);
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    Session session = decode_model(model);
    state.ResumeTiming();
    for (const Sample& sample : task.timed) session.step(sample, oracle);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(task.timed.size()));
  state.counters["nodes"] = static_cast<double>(grown.learner().node_count());
}

}  // namespace

void register_mpart() {
  benchmark::RegisterBenchmark("mpart/fashion-10k", fashion_from_nothing)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("mpart/spread-10k", spread_10k_at)
      ->Arg(1000)
      ->Arg(10000)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace mpart::bench
