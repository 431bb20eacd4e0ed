#include "prepare/table_scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "mpart/archive.hpp"
#include "mpart/error.hpp"
#include "prepare/column_weights.hpp"

namespace mpart::embed {

namespace {

// Above so many columns a missing value is the mean of its column.
constexpr std::size_t kMostRelated = 60;

// Added to the variances: what few rows say of a correlation is not wholly believed.
constexpr double kDoubt = 0.1;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

// Solves A x = b by Cholesky's method; A is [n][n], symmetric, and is lost. False if A is not
// positive definite.
bool solve(std::vector<double>& a, std::vector<double>& b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
      if (i == j && !(sum > 0)) return false;
      a[i * n + j] = i == j ? std::sqrt(sum) : sum / a[j * n + j];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i * n + k] * b[k];
    b[i] /= a[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k * n + i] * b[k];
    b[i] /= a[i * n + i];
  }
  return true;
}

// Two rows differ in a number by 1.13 deviations on the mean. In each level of a category they
// would differ by two deviations of it: what makes the sum over all levels as large as for a
// number.
std::vector<double> level_weights(const Scaling& scaling, std::span<const std::size_t> groups) {
  constexpr double kOfANumber = 1.13;
  std::vector<double> sums(groups.empty() ? 0
                                          : *std::max_element(groups.begin(), groups.end()) + 1);
  std::vector<double> weights(groups.size(), 1);
  for (std::size_t k = 0; k < groups.size(); ++k) {
    if (std::count(groups.begin(), groups.end(), groups[k]) == 1) continue;
    const double share = std::clamp(scaling.mean(k), 0.0, 1.0);
    sums[groups[k]] += 2 * std::sqrt(share * (1 - share));
  }
  for (std::size_t k = 0; k < groups.size(); ++k) {
    if (sums[groups[k]] > 0) weights[k] = std::min(1.0, kOfANumber / sums[groups[k]]);
  }
  return weights;
}

}  // namespace

TableScale TableScale::fit(const Matrix& rows, std::span<const std::size_t> groups) {
  TableScale scale;
  std::vector<double> values;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    values.assign(rows.row(i).begin(), rows.row(i).end());
    scale.scaling_.learn(values);
  }
  scale.scaling_.settle();
  scale.find_middle();
  if (scale.width() <= kMostRelated) scale.correlate(rows);

  std::vector<std::size_t> own(groups.begin(), groups.end());
  if (own.empty()) {
    own.resize(rows.columns);
    std::iota(own.begin(), own.end(), 0);
  }
  if (!scale.scaling_.is_identity()) scale.weights_ = level_weights(scale.scaling_, own);
  Matrix scaled{rows.rows, rows.columns, std::vector<float>(rows.values.size())};
  for (std::size_t i = 0; i < rows.rows; ++i) scale.apply(rows.row(i), scaled.row(i));
  const std::vector<double> weights = column_weights(scaled, own);
  scale.weights_.resize(weights.size(), 1);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    scale.weights_[k] *= weights[k];
    scale.effective_columns_ +=
        weights[k] * weights[k] / static_cast<double>(std::count(own.begin(), own.end(), own[k]));
  }
  if (std::all_of(scale.weights_.begin(), scale.weights_.end(), [](double w) { return w == 1; })) {
    scale.weights_.clear();
  }
  return scale;
}

void TableScale::find_middle() {
  row_.assign(width(), kMissing);
  const std::span<const double> means = scaling_.apply(row_, scaled_);
  middle_.assign(means.begin(), means.end());
}

// From the rows in which both columns have a value.
void TableScale::correlate(const Matrix& rows) {
  const std::size_t n = width();
  covariance_.assign(n * n, 0);
  std::vector<double> counts(n * n);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    row_.assign(rows.row(i).begin(), rows.row(i).end());
    const std::span<const double> scaled = scaling_.apply(row_, scaled_);
    for (std::size_t a = 0; a < n; ++a) {
      if (std::isnan(row_[a])) continue;
      for (std::size_t b = 0; b <= a; ++b) {
        if (std::isnan(row_[b])) continue;
        covariance_[a * n + b] += (scaled[a] - middle_[a]) * (scaled[b] - middle_[b]);
        ++counts[a * n + b];
      }
    }
  }
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      covariance_[a * n + b] /= std::max(1.0, counts[a * n + b]);
      covariance_[b * n + a] = covariance_[a * n + b];
    }
  }
}

// Replaces what is missing in row_, the means in scaled_, by what the other values let expect.
void TableScale::fill_in() {
  const std::size_t n = width();
  std::vector<std::size_t> known;
  for (std::size_t k = 0; k < n; ++k) {
    if (!std::isnan(row_[k]) && covariance_[k * n + k] > 0) known.push_back(k);
  }
  if (known.size() == n || known.empty()) return;
  std::vector<double> a, b;
  a.reserve(known.size() * known.size());
  b.reserve(known.size());
  for (const std::size_t i : known) {
    for (const std::size_t j : known) {
      a.push_back(covariance_[i * n + j] * (i == j ? 1 + kDoubt : 1));
    }
    b.push_back(scaled_[i] - middle_[i]);
  }
  if (!solve(a, b)) return;
  for (std::size_t k = 0; k < n; ++k) {
    if (!std::isnan(row_[k])) continue;
    for (std::size_t i = 0; i < known.size(); ++i) {
      scaled_[k] += covariance_[k * n + known[i]] * b[i];
    }
  }
}

void TableScale::apply(std::span<const float> values, std::span<float> out) {
  row_.assign(values.begin(), values.end());
  const std::span<const double> scaled = scaling_.apply(row_, scaled_);
  const bool complete =
      std::none_of(row_.begin(), row_.end(), [](double value) { return std::isnan(value); });
  if (!complete && !covariance_.empty()) fill_in();  // scaled_ is what is looked at then
  for (std::size_t k = 0; k < scaled.size(); ++k) {
    const double value = std::clamp(scaled[k], 0.0, 1.0);
    const double weight = weights_.empty() ? 1 : weights_[k];
    out[k] = static_cast<float>(weight == 1 ? value : 0.5 + weight * (value - 0.5));
  }
}

std::string TableScale::encode() const {
  Writer writer;
  scaling_.save(writer);
  writer.f64s(weights_);
  writer.f64s(covariance_);
  return writer.bytes();
}

TableScale TableScale::decode(std::string_view bytes) {
  Reader reader(bytes);
  TableScale scale;
  scale.scaling_ = Scaling::load(reader);
  scale.weights_ = reader.f64s();
  scale.covariance_ = reader.f64s();
  const std::size_t width = scale.width();
  require(reader.done() && width > 0, "a scale that cannot be used");
  require(scale.weights_.empty() || scale.weights_.size() == width, "a weight for each column");
  require(scale.covariance_.empty() ||
              (width <= kMostRelated && scale.covariance_.size() == width * width),
          "covariances of all columns");
  scale.find_middle();
  return scale;
}

namespace {

class TableStage final : public Embedder {
 public:
  TableStage(TableScale scale, std::string name)
      : scale_(std::move(scale)), name_(std::move(name)) {}

  const std::string& name() const override { return name_; }
  std::size_t input_width() const override { return scale_.width(); }
  std::size_t output_width() const override { return scale_.width(); }
  bool takes_missing() const override { return true; }

  void embed(std::span<const float> in, std::size_t rows, std::vector<float>& out) override {
    const std::size_t width = scale_.width();
    out.resize(rows * width);
    for (std::size_t i = 0; i < rows; ++i) {
      scale_.apply(in.subspan(i * width, width), std::span(out).subspan(i * width, width));
    }
  }

 private:
  TableScale scale_;
  std::string name_;
};

}  // namespace

std::unique_ptr<Embedder> make_table_scale(TableScale scale, std::string name) {
  return std::make_unique<TableStage>(std::move(scale), std::move(name));
}

}  // namespace mpart::embed
