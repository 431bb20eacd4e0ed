#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mpart/archive.hpp"
#include "util/random.hpp"

namespace mpart {

// Rows of floats, one after the other.
struct FloatMatrix {
  std::size_t rows = 0, columns = 0;
  std::vector<float> values;

  void reset(std::size_t row_count, std::size_t column_count) {
    rows = row_count;
    columns = column_count;
    values.assign(rows * columns, 0.0F);
  }
  std::span<float> row(std::size_t r) { return std::span(values).subspan(r * columns, columns); }
  std::span<const float> row(std::size_t r) const {
    return std::span(values).subspan(r * columns, columns);
  }
};

// z = a W + b with W [inputs][outputs], trained by Adam (Kingma and Ba, 2015).
class DenseLayer {
 public:
  // Weights uniform in +- sqrt(6 / inputs) (He et al., 2015), biases 0.
  DenseLayer(std::size_t inputs, std::size_t outputs, Random& random);
  DenseLayer(std::size_t inputs, Reader& reader);

  std::size_t outputs() const { return bias_.value.size(); }
  void widen(std::size_t outputs);  // new ones start at 0

  // z [batch][outputs] from a [batch][inputs].
  void forward(const FloatMatrix& a, FloatMatrix& z) const;
  // Gradients of the weights, summed over the batch, from those of z; then those of a into `da`.
  void backward(const FloatMatrix& a, const FloatMatrix& dz, FloatMatrix& da);
  void step(float rate, std::uint64_t time);  // Adam; time counts from 1

  void save(Writer& writer) const;

 private:
  struct Trained {
    std::vector<float> value, gradient, mean, square;
    void resize(std::size_t size);
    void step(float rate, float mean_share, float square_share);
  };

  std::size_t inputs_;
  Trained weight_, bias_;
};

}  // namespace mpart
