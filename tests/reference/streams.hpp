#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

namespace mpart::reference {

// The same draws with every standard library.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}

  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(engine_() % limit); }
  bool chance(double probability) { return uniform() < probability; }

  template <typename T>
  T of(std::initializer_list<T> choices) {
    return choices.begin()[below(choices.size())];
  }

 private:
  std::mt19937_64 engine_;
};

enum class Shape {
  kUniform,
  kGrid,       // multiples of 1/8: exact ties, duplicates, points on the borders of boxes
  kClustered,  // a few dense spots, so that many nodes activate together
  kOutside,    // some values below 0 or above 1
};

// An endless stream of samples of one width, now and then repeating itself.
class RandomStream {
 public:
  RandomStream(Shape shape, std::size_t width, Draw& draw)
      : shape_(shape), draw_(draw), noise_(draw.of({0.02, 0.2, 0.4})), last_(width) {
    for (int i = 0; i < 4; ++i) {
      centres_.emplace_back(width);
      for (double& value : centres_.back()) value = draw_.uniform();
    }
  }

  const std::vector<double>& next() {
    if (seen_++ > 0 && draw_.chance(0.05)) return last_;
    const std::vector<double>& centre = centres_[draw_.below(centres_.size())];
    for (std::size_t i = 0; i < last_.size(); ++i) last_[i] = value(centre[i]);
    return last_;
  }

 private:
  double value(double centre) {
    switch (shape_) {
      case Shape::kUniform:
        return draw_.uniform();
      case Shape::kGrid:
        return static_cast<double>(draw_.below(9)) / 8;
      case Shape::kClustered:
        return std::min(1.0, std::max(0.0, centre + noise_ * (draw_.uniform() - 0.5)));
      case Shape::kOutside:
        return 1.6 * draw_.uniform() - 0.3;
    }
    return 0;
  }

  Shape shape_;
  Draw& draw_;
  double noise_;
  std::vector<std::vector<double>> centres_;
  std::vector<double> last_;
  std::uint64_t seen_ = 0;
};

}  // namespace mpart::reference
