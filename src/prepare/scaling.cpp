#include "mpart/scaling.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "mpart/error.hpp"

namespace mpart {

namespace {

constexpr double kDeviations = 3;  // to either side of the mean: 99.7 % of a normal column
// Before this many samples a range grows with every value outside it: deviations say little yet.
constexpr std::uint64_t kFirst = 32;
constexpr std::uint64_t kRecent = 256;        // samples by which a range is seen to be too small,
constexpr double kMostOutside = 0.025;        // if more than this share of them lies outside
constexpr double kGrown = 1.1;                // a range is changed if it is so much too small
constexpr double kShrunk = 1.3;               // or so much too large,
constexpr double kShifted = 0.1;              // or off by this share of itself
constexpr double kCentred = 0.5;              // mean of a centred column, in deviations
constexpr std::size_t kLeastUnitColumns = 4;  // below, columns are not told to have one unit

// Larger values are refused, and a smaller range counts as one value: sums and ratios stay finite.
constexpr double kLargest = 1e100, kLeastWidth = 1e-100;
constexpr double kLargestBound = 10 * kLargest, kLargestSquares = 1e250;  // of what is loaded

bool is_range(double width) { return width >= kLeastWidth; }
bool is_in_unit(double value) { return std::isnan(value) || (value >= 0 && value <= 1); }

}  // namespace

void Scaling::Moments::add(double value) {
  least = count == 0 ? value : std::min(least, value);
  most = count == 0 ? value : std::max(most, value);
  ++count;
  const double step = value - mean;
  mean += step / count;
  squares += step * (value - mean);
}

double Scaling::Moments::deviation() const { return count < 2 ? 0 : std::sqrt(squares / count); }

void Scaling::require_fit(std::span<const double> values) const {
  if (values.empty() || (samples_ > 0 && values.size() != columns_.size())) {
    throw invalid_data(std::to_string(columns_.size()) + " values expected, " +
                       std::to_string(values.size()) + " found");
  }
  const auto wrong = std::find_if(values.begin(), values.end(),
                                  [](double value) { return std::abs(value) > kLargest; });
  if (wrong == values.end()) return;
  throw invalid_data("column " + std::to_string(wrong - values.begin() + 1) +
                     (std::isinf(*wrong) ? " is not finite" : " is larger than 1e100"));
}

bool Scaling::learn(std::span<const double> values) {
  require_fit(values);
  if (samples_ == 0) columns_.assign(values.size(), {});
  ++samples_;
  const bool was_unit = unit_;
  if (unit_ && !std::all_of(values.begin(), values.end(), is_in_unit)) leave_unit();
  gaps_ = gaps_ ||
          std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
  if (unit_ && samples_ > kSettled) {  // the fast way of data that is scaled
    if (!gaps_) forget();
    return false;
  }
  bool outside = false;
  for (std::size_t k = 0; k < values.size(); ++k) {
    Column& column = columns_[k];
    if (std::isnan(values[k])) continue;
    column.all.add(values[k]);
    column.recent.add(values[k]);
    if (values[k] >= column.low && values[k] <= column.high) continue;
    ++column.outside;
    outside = true;
  }
  ++recent_;
  if (unit_) return false;
  if (samples_ >= next_refit_ && !fixed_) {
    while (next_refit_ <= samples_) next_refit_ *= 2;
    return set_ranges(wanted_ranges());
  }
  if (was_unit || (outside && samples_ <= kFirst && !fixed_)) return set_ranges(wanted_ranges());
  return recent_ >= kRecent && grow_recent();
}

// A model file has nothing of a stream that has been in [0,1] for long, so nothing may be left here
// either: going on from the file must give the same.
void Scaling::forget() {
  if (samples_ == kSettled + 1) set_identity(columns_.size());
  samples_ = kSettled + 1;
}

// What began in [0,1] and was there for long keeps its scale; only what runs out of it grows. A
// range of nothing, that of a first sample, can be carried over to any other.
void Scaling::leave_unit() {
  unit_ = false;
  fixed_ = samples_ > kSettled;
  for (Column& column : columns_) {
    column.low = 0;
    column.high = samples_ == 1 ? 0 : 1;
    column.recent = {};
    column.outside = 0;
  }
  recent_ = 0;
}

// Columns that share their least value and have about the same greatest one (pixels), or that all
// have a mean of about 0 (principal components), are measured in one unit.
std::vector<Scaling::Range> Scaling::wanted_ranges() const {
  std::vector<Range> ranges;
  std::vector<double> greatest;
  bool same_least = true, centred = true;
  double least = 0, most = 0, deviation = 0;
  for (const Column& column : columns_) {
    const Moments& all = column.all;
    const double own = all.deviation();
    ranges.push_back(
        {std::min(all.mean - kDeviations * own, samples_ <= kFirst ? all.least : all.mean),
         std::max(all.mean + kDeviations * own, samples_ <= kFirst ? all.most : all.mean)});
    if (all.count == 0 || all.least == all.most) continue;
    if (greatest.empty()) least = all.least;
    same_least = same_least && all.least == least;
    centred = centred && std::abs(all.mean) <= kCentred * own;
    most = std::max(most, all.most);
    deviation = std::max(deviation, own);
    greatest.push_back(all.most);
  }
  if (greatest.size() < kLeastUnitColumns || samples_ <= kFirst) return ranges;
  const auto middle = greatest.begin() + static_cast<std::ptrdiff_t>(greatest.size() / 2);
  std::nth_element(greatest.begin(), middle, greatest.end());
  if (same_least && *middle - least >= (most - least) / 2) {
    ranges.assign(columns_.size(), {least, most});
  } else if (centred) {
    for (std::size_t k = 0; k < ranges.size(); ++k) {
      const double mean = columns_[k].all.mean;
      ranges[k] = {mean - kDeviations * deviation, mean + kDeviations * deviation};
    }
  }
  return ranges;
}

bool Scaling::grow_recent() {
  std::vector<Range> ranges;
  const double most_outside = kMostOutside * static_cast<double>(recent_);
  for (Column& column : columns_) {
    Range& range = ranges.emplace_back(Range{column.low, column.high});
    const Moments& recent = column.recent;
    if (column.outside > most_outside) {
      const double reach = kDeviations * recent.deviation();
      range.low = std::min(range.low, std::max(recent.mean - reach, recent.least));
      range.high = std::max(range.high, std::min(recent.mean + reach, recent.most));
    }
    column.recent = {};
    column.outside = 0;
  }
  recent_ = 0;
  return set_ranges(ranges);
}

// A range that is nearly right stays: what was learned need not move.
bool Scaling::set_ranges(const std::vector<Range>& ranges) {
  bool changed = false;
  change_.factor.assign(columns_.size(), 1);
  change_.offset.assign(columns_.size(), 0);
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    Column& column = columns_[k];
    const double width = ranges[k].high - ranges[k].low, old = column.high - column.low;
    const double middle = (ranges[k].low + ranges[k].high) / 2;
    const double shift = std::abs(middle - (column.low + column.high) / 2);
    if (width <= kGrown * old && kShrunk * width >= old && shift <= kShifted * old) continue;
    if (!is_range(width) && is_range(old)) continue;  // a constant column keeps the scale it has
    changed = true;
    // A range of one value has it in the middle.
    change_.factor[k] = is_range(width) ? old / width : 0;
    change_.offset[k] = is_range(width) ? (column.low - ranges[k].low) / width : 0.5;
    column.low = ranges[k].low;
    column.high = ranges[k].high;
  }
  return changed;
}

void Scaling::settle() {
  fixed_ = true;
  if (unit_) return;
  const std::vector<Range> ranges = wanted_ranges();
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    columns_[k].low = ranges[k].low;
    columns_[k].high = ranges[k].high;
  }
}

void Scaling::set_identity(std::size_t width) {
  *this = {};
  columns_.resize(width);
  samples_ = width == 0 ? 0 : kSettled + 1;
}

std::span<const double> Scaling::apply(std::span<const double> values,
                                       std::vector<double>& out) const {
  if (unit_ &&
      std::none_of(values.begin(), values.end(), [](double value) { return std::isnan(value); })) {
    return values;
  }
  if (values.size() != columns_.size()) return values;  // the learner says what is wrong
  out.resize(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    const Column& column = columns_[k];
    const bool missing = std::isnan(values[k]);
    if (missing && column.all.count == 0) {
      out[k] = 0.5;
      continue;
    }
    const double value = missing ? column.all.mean : values[k];
    const double width = column.high - column.low;
    out[k] = unit_             ? value
             : is_range(width) ? (value - column.low) / width
                               : 0.5 + (value - column.low);
  }
  return out;
}

// What was set to be taken as it is has seen nothing, and means [0,1].
double Scaling::least(std::size_t column) const {
  return columns_[column].all.count > 0 ? columns_[column].all.least : 0;
}

double Scaling::most(std::size_t column) const {
  return columns_[column].all.count > 0 ? columns_[column].all.most : 1;
}

std::optional<std::size_t> Scaling::find_far(std::span<const double> values) const {
  if (values.size() != columns_.size()) return std::nullopt;  // the learner says what is wrong
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double reach = most(k) - least(k);
    // One value alone, as of a level that was never seen, says nothing of the unit.
    if (is_range(reach) && (values[k] < least(k) - reach || values[k] > most(k) + reach)) return k;
  }
  return std::nullopt;
}

void Scaling::unite(const Scaling& other) {
  if (samples_ == 0) {
    *this = other;
    return;
  }
  gaps_ = gaps_ || other.gaps_;
  if (other.samples_ == 0 || (unit_ && other.unit_)) return;
  if (unit_) leave_unit();
  fixed_ = true;
  samples_ += other.samples_;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    columns_[k].low = std::min(columns_[k].low, other.low(k));
    columns_[k].high = std::max(columns_[k].high, other.high(k));
  }
}

Rescaling Scaling::from(const Scaling& other) const {
  Rescaling rescaling;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const double width = high(k) - low(k), old = other.high(k) - other.low(k);
    rescaling.factor.push_back(is_range(width) ? old / width : 1);
    rescaling.offset.push_back(is_range(width) ? (other.low(k) - low(k)) / width : 0);
  }
  return rescaling;
}

namespace {

template <typename Moments>
void save_moments(Writer& writer, const Moments& moments) {
  for (const double value :
       {moments.count, moments.mean, moments.squares, moments.least, moments.most}) {
    writer.f64(value);
  }
}

template <typename Moments>
void load_moments(Reader& reader, Moments& moments) {
  for (double* value :
       {&moments.count, &moments.mean, &moments.squares, &moments.least, &moments.most}) {
    *value = reader.finite();
  }
  require(moments.count >= 0 && moments.squares >= 0 && moments.squares <= kLargestSquares &&
              moments.least <= moments.most && moments.least >= -kLargestBound &&
              moments.most <= kLargestBound && std::abs(moments.mean) <= kLargestBound,
          "impossible statistics of a column");
}

constexpr std::size_t kColumnBytes = 13 * sizeof(double);
constexpr std::uint8_t kUnit = 1, kFixed = 2, kGaps = 4;

}  // namespace

void Scaling::save(Writer& writer) const {
  writer.u64(samples_);
  writer.u64(next_refit_);
  writer.u64(recent_);
  writer.u8(
      static_cast<std::uint8_t>((unit_ ? kUnit : 0) | (fixed_ ? kFixed : 0) | (gaps_ ? kGaps : 0)));
  writer.u64(columns_.size());
  for (const Column& column : columns_) {
    save_moments(writer, column.all);
    save_moments(writer, column.recent);
    for (const double value : {column.outside, column.low, column.high}) writer.f64(value);
  }
}

Scaling Scaling::load(Reader& reader) {
  Scaling scaling;
  scaling.samples_ = reader.u64();
  scaling.next_refit_ = reader.u64();
  scaling.recent_ = reader.u64();
  const std::uint8_t flags = reader.u8();
  require(flags <= (kUnit | kFixed | kGaps) && scaling.next_refit_ >= 2, "an impossible scale");
  scaling.unit_ = (flags & kUnit) != 0;
  scaling.fixed_ = (flags & kFixed) != 0;
  scaling.gaps_ = (flags & kGaps) != 0;
  scaling.columns_.resize(reader.count(kColumnBytes));
  require(scaling.columns_.empty() == (scaling.samples_ == 0), "a scale of no columns");
  for (Column& column : scaling.columns_) {
    load_moments(reader, column.all);
    load_moments(reader, column.recent);
    column.outside = reader.finite();
    column.low = reader.finite();
    column.high = reader.finite();
    require(column.low <= column.high && column.low >= -kLargestBound &&
                column.high <= kLargestBound && column.outside >= 0,
            "an impossible range of a column");
  }
  return scaling;
}

}  // namespace mpart
