#include "stream/embedding.hpp"

#include <string>
#include <vector>

#include "mpart/error.hpp"

namespace mpart::stream {

namespace {

// [samples][width]; a double may be too large for a float.
std::vector<float> rows_of(std::span<const Sample> samples) {
  std::vector<float> rows;
  for (const Sample& sample : samples) {
    for (const double value : sample.values) rows.push_back(static_cast<float>(value));
  }
  return rows;
}

}  // namespace

void embed(const EmbedderChain& networks, std::span<Sample> samples) {
  if (networks.empty()) return;
  const std::size_t expected = networks.front()->input_width();
  const std::size_t found = samples.front().values.size();
  if (found != expected) {
    throw Error(ErrorKind::kBadInput,
                std::to_string(expected) + " values expected, " + std::to_string(found) + " found");
  }
  std::vector<float> rows = rows_of(samples);
  if (const std::size_t bad = run_chain(networks, samples.size(), rows); bad < samples.size()) {
    throw Error(ErrorKind::kBadInput, "sample " + std::to_string(bad + 1) + ": " +
                                          networks.back()->name() +
                                          " makes something of it that is not finite");
  }
  const std::size_t width = networks.back()->output_width();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto row = std::span(rows).subspan(i * width, width);
    samples[i].values.assign(row.begin(), row.end());
  }
}

}  // namespace mpart::stream
