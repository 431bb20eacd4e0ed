#include "prepare/batch_shard.hpp"

#include <algorithm>

namespace mpart::embed {

namespace {

// Cuts the gradient off where the ReLU cut the values off: they are 0 there.
void cut_off(const float* values, std::size_t count, float* gradient) {
  for (std::size_t i = 0; i < count; ++i) gradient[i] = values[i] > 0 ? gradient[i] : 0;
}

}  // namespace

void BatchShard::gather(const Matrix& data, std::span<const std::uint32_t> rows) {
  samples_ = rows.size();
  input_step_ = padded(data.columns);
  input_.resize(samples_ * input_step_);
  float* to = input_.data();
  for (const std::uint32_t row : rows) {
    std::fill(std::copy_n(data.row(row).data(), data.columns, to), to + input_step_, 0.0F);
    to += input_step_;
  }
}

LayerInput BatchShard::input_of(const LayerPlan& plan, std::size_t layer) const {
  if (layer == 0) return {input_.data(), input_step_, samples_};
  return {outputs_[layer - 1].data(), plan.layers[layer - 1].out_width(), samples_};
}

void BatchShard::forward(const LayerPlan& plan, const BigVector<float>& parameters,
                         const BigVector<float>& transposed, const Matrix& data,
                         std::span<const std::uint32_t> rows, float* out) {
  gather(data, rows);
  outputs_.resize(plan.layers.size());
  for (std::size_t i = 0; i < plan.layers.size(); ++i) {
    outputs_[i].resize(samples_ * plan.layers[i].out_width());
    run_layer(plan.layers[i], parameters, transposed, input_of(plan, i), outputs_[i].data(), room_);
  }
  const Layer& last = plan.layers.back();
  for (std::size_t row = 0; row < samples_; ++row) {
    out = std::copy_n(outputs_.back().data() + row * last.unit_step(), last.units, out);
  }
}

void BatchShard::backward(const LayerPlan& plan, const BigVector<float>& parameters,
                          std::span<const float> by_output) {
  const std::size_t end = plan.layers.size() - 1;
  const Layer& last = plan.layers[end];
  gradient_.resize(plan.parameters);
  BigVector<float>& by_last = by_values_[end % 2];
  by_last.resize(0);
  by_last.resize(samples_ * last.unit_step());  // zeros in the padding
  for (std::size_t row = 0; row < samples_; ++row) {
    std::copy_n(&by_output[row * last.units], last.units, by_last.data() + row * last.unit_step());
  }
  for (std::size_t i = end; i > 0; --i) {
    const LayerInput in = input_of(plan, i);
    BigVector<float>& by_input = by_values_[(i + 1) % 2];
    by_input.resize(samples_ * in.step);
    differentiate_layer(plan.layers[i], parameters, in, by_values_[i % 2].data(), gradient_.data(),
                        by_input.data(), room_);
    cut_off(in.values, samples_ * in.step, by_input.data());
  }
  differentiate_layer(plan.layers[0], parameters, input_of(plan, 0), by_values_[0].data(),
                      gradient_.data(), nullptr, room_);
}

}  // namespace mpart::embed
