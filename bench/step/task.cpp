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
  // Found by trial: 20 samples a node leave 1,005 and 9,949 nodes.
  Spread result;
  result.rho = nodes <= 1000 ? 0.8183 : 0.8981;
  Random random(1);
  result.stream.resize(20 * nodes);
  for (Sample& sample : result.stream) {
    for (int i = 0; i < 4; ++i) sample.values.push_back(random.uniform());
    sample.label.assign(1, sample.values[0] < 0.5 ? 'a' : 'b');
  }
  return result;
}

}  // namespace mpart::bench
