#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mpart/archive.hpp"

namespace mpart {

// How values of an old scale become values of a new one: value * factor + offset, by column.
struct Rescaling {
  std::vector<double> factor, offset;
};

// A learner that can follow a change of scale, or of vigilance, in the middle of a stream. mpart
// and plus can.
class Rescalable {
 public:
  Rescalable() = default;
  Rescalable(const Rescalable&) = delete;
  Rescalable& operator=(const Rescalable&) = delete;
  virtual ~Rescalable() = default;

  // Carries everything that was learned over to the new scale; what leaves [0,1] ends at its
  // border.
  virtual void rescale(const Rescaling& change) = 0;

  // From the next sample on.
  virtual void set_vigilance(double rho) = 0;
};

// Brings the columns of a stream to [0,1], without a look ahead and in constant memory.
//
// A column runs from its mean - 3 deviations to its mean + 3 deviations. Columns of one unit keep
// their ratio: pixels, principal components, words counted by one measure. Data that is in [0,1]
// from its first sample on stays as it is. The ranges are found anew after 2, 4, 8, ... samples;
// one that no longer holds the last 256 samples grows at once. A change is reported, so that a
// learner can carry over what it has learned. A value beyond its range is left beyond [0,1].
//
// NaN means that a value is missing: it becomes the column's mean. Data that has been in [0,1] for
// long without one is not remembered so closely: there it becomes 0.5.
class Scaling {
 public:
  // Takes in one sample. Returns true if ranges have changed: change() says how. Throws
  // Error(kInvalidData) that names the column of an infinite value; nothing is taken in then.
  bool learn(std::span<const double> values);
  const Rescaling& change() const { return change_; }

  // Finds the ranges from all samples that were taken in, once, for a stream that was seen before.
  void settle();

  // Returns the scaled values: `values` themselves if nothing is to be done, or `out`.
  std::span<const double> apply(std::span<const double> values, std::vector<double>& out) const;

  bool is_identity() const { return unit_; }  // values are taken as they are
  std::size_t width() const { return columns_.size(); }
  double low(std::size_t column) const { return unit_ ? 0 : columns_[column].low; }
  double high(std::size_t column) const { return unit_ ? 1 : columns_[column].high; }
  double mean(std::size_t column) const { return columns_[column].all.mean; }

  // The first column whose value is further away from all values seen than these are from one
  // another: it is likely to be in another unit.
  std::optional<std::size_t> find_far(std::span<const double> values) const;
  double least(std::size_t column) const;  // of the values seen
  double most(std::size_t column) const;

  // Whether a model file needs it: not for a stream that has been in [0,1] for long, without gaps.
  bool is_worth_saving() const { return !unit_ || gaps_ || (samples_ > 0 && samples_ <= kSettled); }

  // Takes values as they are from now on, and forgets what it has seen.
  void set_identity(std::size_t width);

  // The smallest ranges that hold those of both.
  void unite(const Scaling& other);
  Rescaling from(const Scaling& other) const;  // what a learner of `other` has to carry over

  void save(Writer& writer) const;
  static Scaling load(Reader& reader);

 private:
  // Data that was in [0,1] for so many samples is taken to be meant so.
  static constexpr std::uint64_t kSettled = 256;

  // Mean and variance by Welford's method, and the extremes.
  struct Moments {
    double count = 0, mean = 0, squares = 0, least = 0, most = 0;
    void add(double value);
    double deviation() const;
  };
  struct Column {
    Moments all, recent;
    double outside = 0;  // of the recent ones, outside the range
    double low = 0, high = 0;
  };
  struct Range {
    double low, high;
  };

  void require_fit(std::span<const double> values) const;
  void leave_unit();
  void forget();
  bool grow_recent();
  std::vector<Range> wanted_ranges() const;
  bool set_ranges(const std::vector<Range>& ranges);

  std::uint64_t samples_ = 0;
  std::uint64_t next_refit_ = 2;
  std::uint64_t recent_ = 0;  // samples in Column::recent
  bool unit_ = true;
  bool gaps_ = false;   // a value was missing
  bool fixed_ = false;  // ranges only grow: it began in [0,1], or is settled
  std::vector<Column> columns_;
  Rescaling change_;
};

}  // namespace mpart
