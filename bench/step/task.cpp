#include "bench/step/task.hpp"

#include "src/util/random.hpp"

namespace mpart::bench {

const Stream& fashion() {
  static const Stream stream = [] {
    Stream read;
    const auto source = open_source(MPART_SOURCE_DIR "/bench/data/fashion4d-10k.csv");
    for (Sample sample; source->next(sample);) read.push_back(sample);
    return read;
  }();
  return stream;
}

Spread spread(std::size_t nodes) {
  Spread result;
  const bool small = nodes <= 1000;
  result.rho = small ? 0.8578 : 0.9517;  // found by trial: 1,001 and 9,952 nodes
  Random random(1);
  const auto fill = [&random](Stream& stream, std::size_t size) {
    stream.resize(size);
    for (Sample& sample : stream) {
      for (int i = 0; i < 4; ++i) sample.values.push_back(random.uniform());
      sample.label.assign(1, sample.values[0] < 0.5 ? 'a' : 'b');
    }
  };
  fill(result.before, small ? 10000 : 40000);
  fill(result.timed, 10000);
  return result;
}

}  // namespace mpart::bench
