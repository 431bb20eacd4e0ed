#include "python/src/feature_range.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace mpart::python {

namespace {

// Outside of the range any value outside of [0,1] will do: the learner clips and counts it.
constexpr double kBelow = -1, kAbove = 2;

// A range grows when of so many samples so many lie beyond one end, to the last but one of them: a
// new class does that, one wrong value does not.
constexpr std::uint64_t kRecent = 32, kMany = 3;

double scale(double value, double low, double high) {
  if (value < low) return kBelow;
  if (value > high) return kAbove;
  if (low == high) return 0;
  const double span = high - low;
  return std::isfinite(span) ? (value - low) / span : (value / 2 - low / 2) / (high / 2 - low / 2);
}

}  // namespace

FeatureRange::FeatureRange(Kind kind, std::vector<double> low, std::vector<double> high)
    : kind_(kind), low_(std::move(low)), high_(std::move(high)) {
  if (low_.size() != high_.size()) {
    throw invalid_argument("as many lowest values as highest are needed");
  }
}

void FeatureRange::begin(Rows& rows) {
  if (!features_.empty()) return;
  features_.resize(rows.width());
  if (kind_ != Kind::kLearned) return;
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  low_.assign(rows.width(), kNone);
  high_.assign(rows.width(), kNone);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::span<const double> row = rows[i];
    for (std::size_t k = 0; k < row.size(); ++k) {
      low_[k] = std::fmin(low_[k], row[k]);  // of NaN and a number it is the number
      high_[k] = std::fmax(high_[k], row[k]);
    }
  }
}

void FeatureRange::require_width(std::size_t width) const {
  const std::size_t expected = kind_ == Kind::kGiven ? low_.size() : features_.size();
  if (expected == 0 || width == expected) return;
  throw invalid_data(std::to_string(expected) + " features expected, " + std::to_string(width) +
                     " found");
}

void FeatureRange::Beyond::add(double distance) {
  ++count;
  second = std::max(second, std::min(distance, farthest));
  farthest = std::max(farthest, distance);
}

bool FeatureRange::learn(std::span<const double> values, bool may_grow) {
  const bool grows = may_grow && kind_ == Kind::kLearned;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double value = values[k];
    if (std::isnan(value)) continue;
    if (kind_ == Kind::kLearned && std::isnan(low_[k])) low_[k] = high_[k] = value;
    Feature& feature = features_[k];
    feature.sum += std::clamp(scaled(k, value), 0.0, 1.0);
    ++feature.count;
    if (!grows) continue;
    if (value < low_[k]) feature.below.add(low_[k] - value);
    if (value > high_[k]) feature.above.add(value - high_[k]);
  }
  return grows && ++recent_ >= kRecent && grow();
}

bool FeatureRange::grow() {
  recent_ = 0;
  bool grown = false;
  change_.factor.assign(features_.size(), 1);
  change_.offset.assign(features_.size(), 0);
  for (std::size_t k = 0; k < features_.size(); ++k) {
    Feature& feature = features_[k];
    const double low = feature.below.count < kMany ? low_[k] : low_[k] - feature.below.second;
    const double high = feature.above.count < kMany ? high_[k] : high_[k] + feature.above.second;
    feature.below = feature.above = {};
    const bool same = low == low_[k] && high == high_[k];
    if (same || !std::isfinite(low) || !std::isfinite(high)) continue;
    grown = true;
    change_.offset[k] = scale(low_[k], low, high);
    change_.factor[k] = scale(high_[k], low, high) - change_.offset[k];
    feature.sum = feature.sum * change_.factor[k] + feature.count * change_.offset[k];
    low_[k] = low;
    high_[k] = high;
  }
  return grown;
}

double FeatureRange::scaled(std::size_t k, double value) const {
  return low_.empty() ? value : scale(value, low_[k], high_[k]);
}

double FeatureRange::mean(std::size_t k) const {
  if (features_.empty() || features_[k].count == 0) return 0.5;
  return features_[k].sum / features_[k].count;
}

std::span<const double> FeatureRange::apply(std::span<const double> values,
                                            std::vector<double>& out) const {
  const auto is_nan = [](double value) { return std::isnan(value); };
  if (low_.empty() && std::none_of(values.begin(), values.end(), is_nan)) return values;
  out.resize(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    out[k] = std::isnan(values[k]) ? mean(k) : scaled(k, values[k]);
  }
  return out;
}

void FeatureRange::save(Writer& writer) const {
  writer.u8(static_cast<std::uint8_t>(kind_));
  writer.u64(recent_);
  writer.u64(low_.size());
  for (std::size_t k = 0; k < low_.size(); ++k) {
    writer.f64(low_[k]);
    writer.f64(high_[k]);
  }
  writer.u64(features_.size());
  for (const Feature& feature : features_) {
    writer.f64(feature.sum);
    writer.f64(feature.count);
    for (const Beyond& beyond : {feature.below, feature.above}) {
      writer.u64(beyond.count);
      writer.f64(beyond.farthest);
      writer.f64(beyond.second);
    }
  }
}

FeatureRange FeatureRange::load(Reader& reader) {
  const std::uint8_t kind = reader.u8();
  require(kind <= static_cast<std::uint8_t>(Kind::kLearned), "a range of an unknown kind");
  FeatureRange range(static_cast<Kind>(kind));
  range.recent_ = reader.u64();
  const std::size_t ends = reader.count(2 * sizeof(double));
  for (std::size_t k = 0; k < ends; ++k) {
    range.low_.push_back(reader.f64());
    range.high_.push_back(reader.f64());
  }
  range.features_.resize(reader.count(8 * sizeof(double)));
  for (Feature& feature : range.features_) {
    feature.sum = reader.finite();
    feature.count = reader.finite();
    for (Beyond* const beyond : {&feature.below, &feature.above}) {
      beyond->count = reader.u64();
      beyond->farthest = reader.f64();
      beyond->second = reader.f64();
    }
  }
  const std::size_t width = range.features_.size();
  require(range.kind_ == Kind::kLearned ? ends == width : ends == 0 || width == 0 || ends == width,
          "a range of another width");
  return range;
}

}  // namespace mpart::python
