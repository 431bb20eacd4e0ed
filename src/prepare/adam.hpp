#pragma once

#include <cstddef>
#include <span>

#include "util/big_vector.hpp"

namespace mpart::embed {

// Adam (Kingma and Ba 2015) with its usual constants: 0.9, 0.999, 1e-8.
class Adam {
 public:
  explicit Adam(std::size_t parameters);

  // Begins the next step: update() uses `learning_rate` until the step after.
  void start_step(double learning_rate);

  // Moves parameters [first, first + gradient.size()) against their gradient. Every parameter goes
  // by itself, so several threads may update different ones.
  void update(std::size_t first, std::span<const float> gradient, BigVector<float>& parameters);

 private:
  BigVector<float> mean_, square_;  // running averages of the gradient and of its square
  double mean_share_ = 1;           // of the zeros that the averages began with, in them
  double square_share_ = 1;
  float rate_ = 0, square_scale_ = 0;
};

}  // namespace mpart::embed
