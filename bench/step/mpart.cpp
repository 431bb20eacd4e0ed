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
    if (step.asked > 0) outcome.asked.push_back(step.time);
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

// The cost of a step once the model has its size: the whole stream has gone by before.
void one_step_at(benchmark::State& state) {
  const Spread task = spread(static_cast<std::size_t>(state.range(0)));
  SessionOptions options;
  options.parameters.rho = task.rho;
  Session session(options);
  ColumnOracle oracle;
  for (const Sample& sample : task.stream) session.step(sample, oracle);
  std::size_t next = 0;
  const std::uint64_t before = session.counters().coactivations;
  for ([[maybe_unused]] auto _ : state) {
    session.step(task.stream[next], oracle);
    next = (next + 1) % task.stream.size();
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["nodes"] = static_cast<double>(session.learner().node_count());
  state.counters["coactivated"] = static_cast<double>(session.counters().coactivations - before) /
                                  static_cast<double>(state.iterations());
}

}  // namespace

void register_mpart() {
  benchmark::RegisterBenchmark("mpart/fashion-10k", fashion_from_nothing)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("mpart/one-step", one_step_at)
      ->Arg(1000)
      ->Arg(10000)
      ->Unit(benchmark::kMicrosecond);
}

}  // namespace mpart::bench
