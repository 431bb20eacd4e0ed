#include "prepare/adam.hpp"

#include <cmath>

#include "util/processors.hpp"

namespace mpart::embed {

namespace {

constexpr double kMeanDecay = 0.9, kSquareDecay = 0.999;
constexpr float kSmallest = 1e-8F;  // added to a divisor that may be 0

struct Averages {
  float* mean;
  float* square;
};

MPART_COMPILED_FOR("avx512f", "arch=haswell", "default")
void update_all(std::span<const float> gradient, Averages averages, float rate, float square_scale,
                float* parameters) {
  constexpr auto kMean = static_cast<float>(kMeanDecay);
  constexpr auto kSquare = static_cast<float>(kSquareDecay);
  float* __restrict mean = averages.mean;
  float* __restrict square = averages.square;
  float* __restrict out = parameters;
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const float slope = gradient[i];
    mean[i] = kMean * mean[i] + (1 - kMean) * slope;
    square[i] = kSquare * square[i] + (1 - kSquare) * slope * slope;
    out[i] -= rate * mean[i] / (std::sqrt(square[i]) * square_scale + kSmallest);
  }
}

}  // namespace

Adam::Adam(std::size_t parameters) {
  mean_.resize(parameters);
  square_.resize(parameters);
}

void Adam::start_step(double learning_rate) {
  mean_share_ *= kMeanDecay;
  square_share_ *= kSquareDecay;
  rate_ = static_cast<float>(learning_rate / (1 - mean_share_));
  square_scale_ = static_cast<float>(1 / std::sqrt(1 - square_share_));
}

void Adam::update(std::size_t first, std::span<const float> gradient,
                  BigVector<float>& parameters) {
  update_all(gradient, {mean_.data() + first, square_.data() + first}, rate_, square_scale_,
             parameters.data() + first);
}

}  // namespace mpart::embed
