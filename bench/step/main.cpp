#include <benchmark/benchmark.h>

#include <cstdio>

#include "bench/step/task.hpp"

int main(int argc, char** argv) {
  using namespace mpart::bench;
  benchmark::Initialize(&argc, argv);
  const Stream beginning(fashion().begin(), fashion().begin() + 1000);
  if (run_mpart(beginning) != run_literal(beginning)) {
    std::fputs("mpart and the literal equations disagree: nothing to time\n", stderr);
    return 1;
  }
  std::puts("mpart and the literal equations agree on 1,000 samples; timing");
  register_mpart();
  register_literal();
  benchmark::RunSpecifiedBenchmarks();
}
