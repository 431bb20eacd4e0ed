#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/embedder.hpp"
#include "prepare/gradients.hpp"
#include "prepare/matrix.hpp"

namespace mpart::embed {

// What a network gets to see of a row.
enum class Features {
  kPixels,     // the row as it is: tables, pictures
  kUnit,       // the row divided by its length: features of other networks
  kGradients,  // of a square picture, histograms of its gradients
  kBoth,       // of a square picture, its gradients and its pixels side by side
  kAuto,       // what choose_features() says; never in a file
};
std::string_view name_of(Features features);

// By its name. Throws Error(kInvalidArgument).
Features features_by_name(std::string_view name);

// Turns rows into what a network gets. Working memory is inside: not thread-safe.
class FeatureMaker {
 public:
  // `pixel_weight` is a factor of the pixels beside gradients. REQUIRES: not kAuto. Throws
  // Error(kInvalidArgument) if gradients are wanted of rows that are no square pictures.
  FeatureMaker(Features features, std::size_t width, float pixel_weight = 1);

  Features features() const { return features_; }
  std::size_t input_width() const { return width_; }
  std::size_t output_width() const;

  // in [rows][input_width], out [rows][output_width]
  void make(std::span<const float> in, std::size_t rows, std::vector<float>& out);

  // Keys and values of a network's file that say what must be made of a row before it is run;
  // input_width is not written for pixels.
  std::vector<std::pair<std::string, std::string>> metadata() const;

 private:
  Features features_;
  std::size_t width_;
  float pixel_weight_;
  std::optional<Gradients> gradients_;
};

// The features of `rows` for a fit, pixels beside gradients weighted so that they have a fixed
// share of the variance.
FeatureMaker fit_features(Features features, const Matrix& rows);

// The network itself, or one that takes rows as they are and gives the network the features that
// the metadata of its file ask for. Throws Error(kInvalidData) that names the network if they do
// not fit it.
std::unique_ptr<Embedder> wrap_features(std::unique_ptr<Embedder> network,
                                        const std::map<std::string, std::string>& metadata);

}  // namespace mpart::embed
