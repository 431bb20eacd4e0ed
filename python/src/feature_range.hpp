#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mpart/archive.hpp"
#include "mpart/scaling.hpp"
#include "python/src/arrays.hpp"

namespace mpart::python {

// What becomes 0 and what becomes 1, by feature; NaN, a missing value, becomes the mean. Values
// outside stay outside of [0,1], for the learner to clip and count.
class FeatureRange {
 public:
  enum class Kind : std::uint8_t {
    kAsTheyAre,  // values are in [0,1]
    kGiven,      // the caller knows the range
    kLearned,    // that of the first rows; it grows when many later ones lie outside
  };

  // Of kGiven, `low` and `high` are the range. Throws Error(kInvalidArgument) unless they are of
  // one size.
  explicit FeatureRange(Kind kind, std::vector<double> low = {}, std::vector<double> high = {});

  // Finds the width, and the range of kLearned, by the first rows. Later calls do nothing.
  void begin(Rows& rows);

  // Throws Error(kInvalidData) unless rows have the width of the first ones.
  void require_width(std::size_t width) const;

  // Takes in a row. Returns true if the range has grown: change() says how. `may_grow`: the learner
  // can follow.
  bool learn(std::span<const double> values, bool may_grow);
  const Rescaling& change() const { return change_; }

  // Returns `values` themselves, or `out`.
  std::span<const double> apply(std::span<const double> values, std::vector<double>& out) const;

  const std::vector<double>& low() const { return low_; }
  const std::vector<double>& high() const { return high_; }

  void save(Writer& writer) const;
  static FeatureRange load(Reader& reader);  // throws Error(kCorrupt)

 private:
  // A feature's values of the last samples that lie beyond one end of its range.
  struct Beyond {
    std::uint64_t count = 0;
    double farthest = 0, second = 0;  // how far
    void add(double distance);
  };
  struct Feature {
    double sum = 0, count = 0;  // of its values, as the learner sees them
    Beyond below, above;
  };

  double scaled(std::size_t k, double value) const;
  double mean(std::size_t k) const;
  bool grow();

  Kind kind_;
  std::vector<double> low_, high_;
  std::vector<Feature> features_;
  std::uint64_t recent_ = 0;  // samples in Feature::below and above
  Rescaling change_;
};

}  // namespace mpart::python
