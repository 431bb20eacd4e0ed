#include "prepare/auto_map.hpp"

#include <algorithm>
#include <utility>

#include "mpart/scaling.hpp"
#include "prepare/features.hpp"
#include "prepare/parametric_umap.hpp"
#include "prepare/scaling_stage.hpp"
#include "util/crc64.hpp"

namespace mpart::embed {

namespace {

// Up to so many columns boxes and distances work as they are; so many rows a map needs.
constexpr std::size_t kFewColumns = 4;
constexpr std::size_t kLeastRows = 100;

// As many passes as make about as many steps, whatever the number of rows.
constexpr std::size_t kStepsWanted = 600000, kLeastEpochs = 50, kMostEpochs = 500;

Scaling learn_scale(const Matrix& rows) {
  Scaling scaling;
  std::vector<double> values;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    values.assign(rows.row(i).begin(), rows.row(i).end());
    scaling.learn(values);
  }
  scaling.settle();
  return scaling;
}

}  // namespace

std::vector<Stage> fit_map(const Matrix& rows, const MapOptions& wanted,
                           const ProgressCallback& callback) {
  if (rows.columns <= kFewColumns || rows.rows < kLeastRows) return {};
  FitOptions options;
  options.training.seed = wanted.seed;
  options.training.dims = wanted.dims;
  options.training.epochs = std::clamp(kStepsWanted / rows.rows, kLeastEpochs, kMostEpochs);
  std::vector<Stage> stages;
  Matrix scaled;
  if (wanted.are_network_outputs) {
    options.features = Features::kUnit;
  } else {
    const Scaling scaling = learn_scale(rows);
    if (!scaling.is_identity()) options.features = Features::kPixels;
    scaled = {rows.rows, rows.columns, {}};
    make_scaling(scaling, "scaling")->embed(rows.values, rows.rows, scaled.values);
    stages.push_back(scaling_stage(scaling));
  }
  Stage& map = stages.emplace_back();
  map.name = "map";
  map.bytes = fit(wanted.are_network_outputs ? rows : scaled, options, callback).onnx;
  map.checksum = crc64(map.bytes);
  return stages;
}

}  // namespace mpart::embed
