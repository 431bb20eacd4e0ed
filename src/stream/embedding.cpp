#include "stream/embedding.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

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

void embed(const std::vector<std::shared_ptr<Embedder>>& networks, std::span<Sample> samples) {
  if (networks.empty()) return;
  const std::size_t expected = networks.front()->input_width();
  const std::size_t found = samples.front().values.size();
  if (found != expected) {
    throw Error(ErrorKind::kBadInput,
                std::to_string(expected) + " values expected, " + std::to_string(found) + " found");
  }
  std::vector<float> rows = rows_of(samples);
  std::vector<float> next;
  for (const std::shared_ptr<Embedder>& network : networks) {
    network->embed(rows, samples.size(), next);
    std::swap(rows, next);
  }
  if (!std::ranges::all_of(rows, [](float value) { return std::isfinite(value); })) {
    throw Error(ErrorKind::kBadInput,
                networks.back()->name() + ": gives a value that is not finite");
  }
  const std::size_t width = networks.back()->output_width();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto row = std::span(rows).subspan(i * width, width);
    samples[i].values.assign(row.begin(), row.end());
  }
}

}  // namespace mpart::stream
