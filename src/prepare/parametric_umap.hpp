#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "prepare/features.hpp"
#include "prepare/matrix.hpp"
#include "prepare/neighbours.hpp"
#include "prepare/training.hpp"

namespace mpart::embed {

struct FitOptions {
  std::size_t neighbours = 15;  // of a row, itself included; more: the map shows larger structure
  double min_dist = 0.1;        // more: neighbours lie further apart in the map
  double spread = 1;            // more: the whole map is wider before it is scaled
  // What the network gets to see of a row; a CNN sees its pixels.
  Features features = Features::kAuto;
  TrainingOptions training;  // its seed is that of the whole fit
  std::string fitted_on;     // for the file's metadata: the name of the data,
  double share = 1;          // and how much of it the rows are
};

struct FitResult {
  // The bytes of the file: see encode_onnx(). Metadata: mpart.version .kind .fitted_on .share .rows
  // .seed .loss .epochs .dims .neighbours .min_dist .spread .network .a .b .features (with
  // .features.width and .pixel_weight unless it is pixels), and mpart.probe.input and .output,
  // numbers with spaces between: what a runtime must give for the features of one row.
  std::string onnx;
  Features features = Features::kPixels;  // that were chosen
  double loss = 0;                        // of the best epoch
  std::size_t epochs = 0;                 // finished: fewer than wanted if the callback stopped it
};

// Throws Error(kInvalidArgument) naming an option that is outside its range.
void check(const FitOptions& options);

// Parametric UMAP (Sainburg, McInnes and Gentner 2021): learns a function from the features of the
// rows that are given to `dims` numbers in [0,1] that keeps neighbours together.
// The pulse runs while neighbours are looked for; what it throws ends the fit.
// The callback runs after every batch of training and may stop it; the best so far is kept.
// Throws Error(kInvalidData) if there are too few rows or a value is not finite,
// Error(kInvalidArgument) as check() does. The same arguments give the same bytes on the same
// machine.
FitResult fit(const Matrix& given, const FitOptions& options, const ProgressCallback& callback = {},
              const Pulse& pulse = {});

}  // namespace mpart::embed
