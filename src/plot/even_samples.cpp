#include "plot/even_samples.hpp"

#include <utility>

namespace mpart::plot {

void EvenSamples::offer(const Sample& sample) {
  if (offered_++ % stride_ != 0) return;
  if (kept_.size() < most_) {
    kept_.push_back(sample);
    return;
  }
  for (std::size_t i = 1; 2 * i < kept_.size(); ++i) kept_[i] = std::move(kept_[2 * i]);
  kept_.resize((kept_.size() + 1) / 2);
  stride_ *= 2;
  if ((offered_ - 1) % stride_ == 0 && kept_.size() < most_) kept_.push_back(sample);
}

}  // namespace mpart::plot
