#pragma once

#include <cstddef>

#include "prepare/encoder.hpp"
#include "prepare/layers.hpp"

namespace mpart::embed {

// Runs an encoder on many rows, or one; allocates nothing once it has seen its largest batch.
// A row gives the same bits alone and among others. Not thread-safe.
class EncoderRunner {
 public:
  explicit EncoderRunner(const Encoder& encoder);

  // in: [rows][input_width] -> out: [rows][output_width], not limited to [0,1].
  void run(const float* in, std::size_t rows, float* out);

 private:
  void run_some(const float* in, std::size_t rows, float* out);

  std::size_t input_width_, output_width_;
  LayerPlan plan_;
  BigVector<float> parameters_, transposed_;
  std::size_t rows_at_once_ = 1;
  BigVector<float> values_[2];  // output of the even layers, and of the odd ones
  PatchRoom room_;
};

}  // namespace mpart::embed
