#include "prepare/auto_map.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "prepare/features.hpp"
#include "prepare/parametric_umap.hpp"
#include "prepare/table_scale.hpp"
#include "util/crc64.hpp"

namespace mpart::embed {

namespace {

// Up to so many columns boxes and distances work as they are; so many rows a map needs.
constexpr double kFewColumns = 4.5;
constexpr std::size_t kLeastRows = 100;

// As many passes as make about as many steps, whatever the number of rows.
constexpr std::size_t kStepsWanted = 600000, kLeastEpochs = 50, kMostEpochs = 500;

bool has_gaps(const Matrix& rows) {
  return std::any_of(rows.values.begin(), rows.values.end(),
                     [](float value) { return std::isnan(value); });
}

// Equal rows are neighbours of one another alone, and a map would not know where they belong.
Matrix distinct(const Matrix& rows) {
  std::vector<std::size_t> order(rows.rows);
  std::iota(order.begin(), order.end(), 0);
  const auto before = [&](std::size_t i, std::size_t j) {
    return std::lexicographical_compare(rows.row(i).begin(), rows.row(i).end(), rows.row(j).begin(),
                                        rows.row(j).end());
  };
  std::stable_sort(order.begin(), order.end(), before);
  const auto same = [&](std::size_t i, std::size_t j) {
    return std::equal(rows.row(i).begin(), rows.row(i).end(), rows.row(j).begin());
  };
  order.erase(std::unique(order.begin(), order.end(), same), order.end());
  std::sort(order.begin(), order.end());  // as they came
  Matrix some{order.size(), rows.columns, {}};
  some.values.reserve(order.size() * rows.columns);
  for (const std::size_t i : order) {
    some.values.insert(some.values.end(), rows.row(i).begin(), rows.row(i).end());
  }
  return some;
}

Stage table_stage(const TableScale& scale) {
  Stage stage;
  stage.kind = Stage::Kind::kScaling;
  stage.name = scale.weighs() ? "scaling and weighing" : "scaling";
  stage.bytes = scale.encode();
  return stage;
}

}  // namespace

std::vector<Stage> fit_map(const Matrix& rows, const MapOptions& wanted,
                           const ProgressCallback& callback) {
  if (rows.rows < kLeastRows) return {};
  FitOptions options;
  options.training.seed = wanted.seed;
  options.training.dims = wanted.dims;
  std::vector<Stage> stages;
  Matrix scaled = rows;
  auto columns = static_cast<double>(rows.columns);
  if (wanted.are_network_outputs) {
    options.features = Features::kUnit;
  } else {
    TableScale scale = TableScale::fit(rows, wanted.groups, wanted.is_table);
    if (!scale.is_identity()) options.features = Features::kPixels;
    for (std::size_t i = 0; i < rows.rows; ++i) scale.apply(rows.row(i), scaled.row(i));
    columns = scale.effective_columns();
    if (columns > kFewColumns || scale.weighs() || has_gaps(rows)) {
      stages.push_back(table_stage(scale));
    }
  }
  scaled = distinct(scaled);
  if (wanted.dims == 0 || columns <= kFewColumns || scaled.rows < kLeastRows) return stages;
  options.training.epochs = std::clamp(kStepsWanted / scaled.rows, kLeastEpochs, kMostEpochs);
  Stage& map = stages.emplace_back();
  map.name = "map";
  map.bytes = fit(scaled, options, callback).onnx;
  map.checksum = crc64(map.bytes);
  return stages;
}

}  // namespace mpart::embed
