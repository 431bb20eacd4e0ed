#include "learn/baselines/network/dense.hpp"

#include <algorithm>
#include <cmath>

#include "util/processors.hpp"

// The numbers are the same for each. Clang 14 cannot do it for members of classes.
#ifdef __clang__
#define MPART_FOR_EVERY_PROCESSOR
#else
#define MPART_FOR_EVERY_PROCESSOR MPART_COMPILED_FOR("avx512f", "avx2", "default")
#endif

namespace mpart {

namespace {

constexpr float kBeta1 = 0.9F, kBeta2 = 0.999F, kEpsilon = 1e-8F;

// to += factor * from
void add_scaled(std::span<float> to, float factor, std::span<const float> from) {
  for (std::size_t k = 0; k < to.size(); ++k) to[k] += factor * from[k];
}

// Eight partial sums: in this order on every machine.
float dot(std::span<const float> a, std::span<const float> b) {
  constexpr std::size_t kLanes = 8;
  float sums[kLanes] = {};
  std::size_t k = 0;
  for (; k + kLanes <= a.size(); k += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] += a[k + lane] * b[k + lane];
  }
  for (std::size_t lane = 0; k < a.size(); ++k, ++lane) sums[lane] += a[k] * b[k];
  float sum = 0;
  for (const float part : sums) sum += part;
  return sum;
}

void save_floats(Writer& writer, const std::vector<float>& values) {
  writer.f64s(std::vector<double>(values.begin(), values.end()));
}

std::vector<float> load_floats(Reader& reader, std::size_t size) {
  std::vector<float> values;
  for (const double value : reader.f64s()) {
    require(std::abs(value) <= 1e30, "an invalid edge weight");
    values.push_back(static_cast<float>(value));
  }
  require(values.size() == size, "a network with the wrong shape");
  return values;
}

}  // namespace

void DenseLayer::Trained::resize(std::size_t size) {
  for (std::vector<float>* part : {&value, &gradient, &mean, &square}) part->assign(size, 0.0F);
}

MPART_FOR_EVERY_PROCESSOR
void DenseLayer::Trained::step(float rate, float mean_share, float square_share) {
  for (std::size_t k = 0; k < value.size(); ++k) {
    mean[k] = kBeta1 * mean[k] + (1 - kBeta1) * gradient[k];
    square[k] = kBeta2 * square[k] + (1 - kBeta2) * gradient[k] * gradient[k];
    value[k] -= rate * (mean[k] / mean_share) / (std::sqrt(square[k] / square_share) + kEpsilon);
    gradient[k] = 0;
  }
}

DenseLayer::DenseLayer(std::size_t inputs, std::size_t outputs, Random& random) : inputs_(inputs) {
  weight_.resize(inputs * outputs);
  bias_.resize(outputs);
  const double limit = std::sqrt(6 / static_cast<double>(inputs));
  for (float& weight : weight_.value) {
    weight = static_cast<float>(limit * (2 * random.uniform() - 1));
  }
}

void DenseLayer::widen(std::size_t outputs) {
  const std::size_t before = this->outputs();
  for (std::vector<float> Trained::*part :
       {&Trained::value, &Trained::gradient, &Trained::mean, &Trained::square}) {
    std::vector<float> wide(inputs_ * outputs, 0.0F);
    for (std::size_t i = 0; i < inputs_; ++i) {
      std::copy_n((weight_.*part).begin() + static_cast<std::ptrdiff_t>(i * before), before,
                  wide.begin() + static_cast<std::ptrdiff_t>(i * outputs));
    }
    weight_.*part = std::move(wide);
    (bias_.*part).resize(outputs, 0.0F);
  }
}

// The row of a weight serves the whole batch while it is in the cache. After a ReLU about half of
// the inputs are 0.
MPART_FOR_EVERY_PROCESSOR
void DenseLayer::forward(const FloatMatrix& a, FloatMatrix& z) const {
  z.reset(a.rows, outputs());
  for (std::size_t r = 0; r < a.rows; ++r) {
    std::copy(bias_.value.begin(), bias_.value.end(), z.row(r).begin());
  }
  for (std::size_t i = 0; i < inputs_; ++i) {
    const auto weights = std::span(weight_.value).subspan(i * outputs(), outputs());
    for (std::size_t r = 0; r < a.rows; ++r) {
      if (a.row(r)[i] != 0) add_scaled(z.row(r), a.row(r)[i], weights);
    }
  }
}

MPART_FOR_EVERY_PROCESSOR
void DenseLayer::backward(const FloatMatrix& a, const FloatMatrix& dz, FloatMatrix& da) {
  da.reset(a.rows, inputs_);
  for (std::size_t i = 0; i < inputs_; ++i) {
    const auto weights = std::span(weight_.value).subspan(i * outputs(), outputs());
    const auto gradients = std::span(weight_.gradient).subspan(i * outputs(), outputs());
    for (std::size_t r = 0; r < a.rows; ++r) {
      if (a.row(r)[i] == 0) continue;  // a ReLU that is shut passes no gradient either
      add_scaled(gradients, a.row(r)[i], dz.row(r));
      da.row(r)[i] = dot(weights, dz.row(r));
    }
  }
  for (std::size_t r = 0; r < a.rows; ++r) add_scaled(bias_.gradient, 1, dz.row(r));
}

void DenseLayer::step(float rate, std::uint64_t time) {
  const auto n = static_cast<double>(time);
  const auto mean_share = static_cast<float>(1 - std::pow(kBeta1, n));
  const auto square_share = static_cast<float>(1 - std::pow(kBeta2, n));
  weight_.step(rate, mean_share, square_share);
  bias_.step(rate, mean_share, square_share);
}

void DenseLayer::save(Writer& writer) const {
  writer.u64(outputs());
  for (const Trained* part : {&weight_, &bias_}) {
    for (const auto* values : {&part->value, &part->mean, &part->square}) {
      save_floats(writer, *values);
    }
  }
}

DenseLayer::DenseLayer(std::size_t inputs, Reader& reader) : inputs_(inputs) {
  const std::uint64_t outputs = reader.u64();
  require(outputs > 0 && outputs <= (std::uint64_t{1} << 32),
          "a network layer with an invalid size");
  for (Trained* part : {&weight_, &bias_}) {
    const std::size_t size = part == &bias_ ? outputs : inputs * outputs;
    for (auto* values : {&part->value, &part->mean, &part->square}) {
      *values = load_floats(reader, size);
    }
    part->gradient.assign(size, 0.0F);
    for (const float square : part->square) require(square >= 0, "a negative second moment");
  }
}

}  // namespace mpart
