#include "prepare/parametric_umap.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "mpart/error.hpp"
#include "mpart/version.hpp"
#include "prepare/curve_fit.hpp"
#include "prepare/feature_choice.hpp"
#include "prepare/fuzzy_set.hpp"
#include "prepare/network.hpp"
#include "wire/number_text.hpp"

namespace mpart::embed {

namespace {

// Every digit that matters and no other.
template <typename Number>
std::string text(Number value) {
  std::string out;
  wire::append_number(out, value);
  return out;
}

std::string list_text(const std::vector<float>& values) {
  std::string list;
  for (const float value : values) list += (list.empty() ? "" : " ") + text(value);
  return list;
}

// Zeros around a picture must stay zeros: it is not centred.
InputScale scale_for(const Matrix& rows, NetworkKind network) {
  InputScale scale = input_scale(rows);
  if (network == NetworkKind::kCnn) std::fill(scale.mean.begin(), scale.mean.end(), 0.0F);
  return scale;
}

// No row of the data, which may be private, but one amid them: half a deviation beside the mean,
// to either side in turn.
Matrix probe_of(const InputScale& scale) {
  Matrix probe{1, scale.mean.size(), scale.mean};
  for (std::size_t j = 0; j < probe.columns; ++j) {
    probe.values[j] += (j % 2 == 0 ? 0.5F : -0.5F) * scale.deviation;
  }
  return probe;
}

Metadata describe(const Matrix& rows, const FitOptions& options, const Curve& curve,
                  const Trained& trained) {
  const TrainingOptions& training = options.training;
  return {{"mpart.version", std::string(version())},
          {"mpart.kind", "parametric-umap"},
          {"mpart.fitted_on", options.fitted_on},
          {"mpart.share", text(options.share)},
          {"mpart.rows", std::to_string(rows.rows)},
          {"mpart.seed", std::to_string(training.seed)},
          {"mpart.loss", text(trained.loss)},
          {"mpart.epochs", std::to_string(trained.epochs)},
          {"mpart.dims", std::to_string(training.dims)},
          {"mpart.neighbours", std::to_string(options.neighbours)},
          {"mpart.min_dist", text(options.min_dist)},
          {"mpart.spread", text(options.spread)},
          {"mpart.network", std::string(name_of(training.network))},
          {"mpart.a", text(curve.a)},
          {"mpart.b", text(curve.b)}};
}

// Lets a loader check that its runtime gives what was given here.
void add_probe(const Encoder& encoder, const Matrix& input, Metadata& metadata) {
  Matrix output = embed_rows(encoder, input);
  for (float& value : output.values) value = std::clamp(value, 0.0F, 1.0F);
  metadata.emplace_back("mpart.probe.input", list_text(input.values));
  metadata.emplace_back("mpart.probe.output", list_text(output.values));
}

// Convolutions find edges by themselves.
Features chosen_features(const Matrix& rows, const FitOptions& options) {
  if (options.features != Features::kAuto) return options.features;
  return options.training.network == NetworkKind::kCnn ? Features::kPixels : choose_features(rows);
}

}  // namespace

void check(const FitOptions& options) {
  options.training.check();
  const bool pixels = options.features == Features::kPixels || options.features == Features::kAuto;
  if (options.training.network == NetworkKind::kCnn && !pixels) {
    throw invalid_argument("features: pixels or auto expected for network cnn");
  }
  fit_curve(options.min_dist, options.spread);
  if (!(options.share > 0 && options.share <= 1)) {
    throw invalid_argument("share: above 0 and at most 1 expected");
  }
}

FitResult fit(const Matrix& given, const FitOptions& options, const ProgressCallback& callback,
              const Pulse& pulse) {
  check(options);
  FeatureMaker maker = fit_features(chosen_features(given, options), given);
  Matrix made{given.rows, maker.output_width(), {}};
  const bool as_given = maker.features() == Features::kPixels;
  if (!as_given) maker.make(given.values, given.rows, made.values);
  const Matrix& rows = as_given ? given : made;
  const Curve curve = fit_curve(options.min_dist, options.spread);
  const Neighbours neighbours =
      find_neighbours(rows, options.neighbours, options.training.seed, pulse);
  const std::vector<FuzzyEdge> edges = fuzzy_set(neighbours);

  const InputScale scale = scale_for(rows, options.training.network);
  Trained trained = train(scaled(rows, scale), edges, curve, options.training, callback);
  fold_input(trained.encoder, scale);
  scale_output(trained.encoder, embed_rows(trained.encoder, rows));

  Metadata metadata = describe(rows, options, curve, trained);
  for (const auto& each : maker.metadata()) metadata.push_back(each);
  add_probe(trained.encoder, probe_of(input_scale(rows)), metadata);
  return {encode_onnx(trained.encoder, metadata), maker.features(), trained.loss, trained.epochs};
}

}  // namespace mpart::embed
