#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "mpart/embedder.hpp"
#include "mpart/error.hpp"

namespace mpart {

void require_fit(const EmbedderChain& chain) {
  for (std::size_t i = 1; i < chain.size(); ++i) {
    const std::size_t given = chain[i - 1]->output_width();
    if (chain[i]->input_width() == given) continue;
    throw Error(ErrorKind::kBadInput, chain[i]->name() + ": " +
                                          std::to_string(chain[i]->input_width()) +
                                          " values expected, " + std::to_string(given) + " given");
  }
}

std::size_t run_chain(const EmbedderChain& chain, std::size_t rows, std::vector<float>& values) {
  std::vector<float> next;
  for (const std::shared_ptr<Embedder>& network : chain) {
    network->embed(values, rows, next);
    std::swap(values, next);
  }
  const auto bad = std::find_if_not(values.begin(), values.end(),
                                    [](float value) { return std::isfinite(value); });
  if (bad == values.end()) return rows;
  return static_cast<std::size_t>(bad - values.begin()) / chain.back()->output_width();
}

}  // namespace mpart
