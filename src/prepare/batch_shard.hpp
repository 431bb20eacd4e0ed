#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "prepare/layer_plan.hpp"
#include "prepare/layers.hpp"
#include "prepare/matrix.hpp"

namespace mpart::embed {

// A share of a batch on its way through the layers and back. One thread at a time.
class BatchShard {
 public:
  // Embeds the chosen rows of `data` into out, [rows][units of the last layer], and keeps the
  // values of all layers for backward().
  void forward(const LayerPlan& plan, const BigVector<float>& parameters,
               const BigVector<float>& transposed, const Matrix& data,
               std::span<const std::uint32_t> rows, float* out);

  // Computes gradient() from the loss by what forward() gave; values beyond its rows are ignored.
  void backward(const LayerPlan& plan, const BigVector<float>& parameters,
                std::span<const float> by_output);

  // The loss by the parameters, in their order.
  BigVector<float>& gradient() { return gradient_; }

 private:
  void gather(const Matrix& data, std::span<const std::uint32_t> rows);
  LayerInput input_of(const LayerPlan& plan, std::size_t layer) const;

  std::size_t samples_ = 0;
  std::size_t input_step_ = 0;
  BigVector<float> input_;
  std::vector<BigVector<float>> outputs_;  // by layer
  BigVector<float> by_values_[2];          // the loss by outputs of even layers, and of odd ones
  BigVector<float> gradient_;
  PatchRoom room_;
};

}  // namespace mpart::embed
