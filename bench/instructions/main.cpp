// 10,000 steps for a program that counts instructions: bench/instructions/check runs it.
#include <cstdio>

#include "mpart/mpart.hpp"

int main() {
  mpart::Session session({.parameters = {}, .budget = {1, 100}});
  mpart::ColumnOracle oracle;
  const auto source = mpart::open_source(MPART_SOURCE_DIR "/bench/data/fashion4d-10k.csv");
  for (mpart::Sample sample; source->next(sample);) session.step(sample, oracle);
  std::printf("%zu nodes\n", session.learner().node_count());
}
