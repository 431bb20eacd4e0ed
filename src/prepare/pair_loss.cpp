#include "prepare/pair_loss.hpp"

#include <algorithm>
#include <cmath>

namespace mpart::embed {

namespace {

constexpr float kSmallestSquare = 1e-8F;   // of a distance: keeps logarithms and quotients finite
constexpr float kSmallestLog = -9.21034F;  // log 1e-4

// Of one pair: its loss, and that by the squared distance.
struct Term {
  float loss = 0, slope = 0;
};

Term near_term(float square, float a, float b) {
  const float s = a * std::pow(square, b);  // q = 1 / (1 + s)
  return {std::log1p(s), b * s / (square * (1 + s))};
}

Term far_term(float square, float a, float b) {
  const float s = a * std::pow(square, b);
  const float log_far = std::log(s / (1 + s));  // log(1 - q)
  if (log_far < kSmallestLog) return {-kSmallestLog, 0};
  return {-log_far, -b / (square * (1 + s))};
}

class Sum {
 public:
  Sum(std::span<const float> z, std::size_t dims, float share, std::vector<float>& gradient)
      : z_(z), dims_(dims), share_(share), gradient_(gradient) {}

  template <typename TermOf>
  void add(std::span<const Pair> pairs, TermOf term_of) {
    for (const Pair& pair : pairs) {
      const float* u = &z_[pair.from * dims_];
      const float* v = &z_[pair.to * dims_];
      float square = 0;
      for (std::size_t i = 0; i < dims_; ++i) square += (u[i] - v[i]) * (u[i] - v[i]);
      const Term term = term_of(std::max(square, kSmallestSquare));
      loss_ += term.loss;
      push(pair, 2 * share_ * term.slope);
    }
  }

  double loss() const { return loss_ * share_; }

 private:
  void push(const Pair& pair, float slope) {
    const float* u = &z_[pair.from * dims_];
    const float* v = &z_[pair.to * dims_];
    float* by_u = &gradient_[pair.from * dims_];
    float* by_v = &gradient_[pair.to * dims_];
    for (std::size_t i = 0; i < dims_; ++i) {
      by_u[i] += slope * (u[i] - v[i]);
      by_v[i] -= slope * (u[i] - v[i]);
    }
  }

  std::span<const float> z_;
  std::size_t dims_;
  float share_;  // of one pair in the mean
  std::vector<float>& gradient_;
  double loss_ = 0;
};

}  // namespace

double pair_loss(std::span<const float> z, std::size_t dims, std::span<const Pair> near,
                 std::span<const Pair> far, const Curve& curve, std::vector<float>& gradient) {
  gradient.assign(z.size(), 0);
  const auto a = static_cast<float>(curve.a), b = static_cast<float>(curve.b);
  Sum sum(z, dims, 1 / static_cast<float>(std::max<std::size_t>(1, near.size() + far.size())),
          gradient);
  sum.add(near, [a, b](float square) { return near_term(square, a, b); });
  sum.add(far, [a, b](float square) { return far_term(square, a, b); });
  return sum.loss();
}

}  // namespace mpart::embed
