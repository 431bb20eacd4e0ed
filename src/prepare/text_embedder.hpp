#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/archive.hpp"
#include "prepare/sparse_directions.hpp"
#include "prepare/text_features.hpp"

namespace mpart::embed {

struct TextFitOptions {
  // Values of a text. More tell finer topics apart and cost time; 64 goes well with a map after it.
  std::size_t width = 64;
  // Features that are kept of each kind, the most frequent. The saved bytes grow with it.
  std::size_t most_features = 16384;
  // Texts that are looked at, drawn by the seed if there are more.
  std::size_t most_texts = 20000;
  std::uint64_t seed = 0;
};

// Limits of the two options, also for what is loaded.
inline constexpr std::size_t kMostTextWidth = 512;
inline constexpr std::size_t kMostTextFeatures = 1 << 18;
// A text's projection has length 1: a spread below this would be that of no text.
inline constexpr float kLeastSpread = 1e-3F;

// Turns texts into vectors without a network and without labels: words, pairs of words and pieces
// of words, weighed by how rare they are (tf-idf), then projected on the directions along which the
// fitted texts differ most (a truncated singular value decomposition). Texts about the same
// matter lie close together. Every value is in [0,1]; 0.5 throughout is a text of which nothing is
// known. Not thread-safe; a copy for each thread is.
class TextEmbedder {
 public:
  // Learns from texts; the same texts, options and seed give the same embedder. Throws
  // Error(kInvalidArgument) for options out of range and Error(kInvalidData) if no text has a word.
  static TextEmbedder fit(std::span<const std::string> texts, const TextFitOptions& options);

  std::size_t output_width() const { return width_; }

  // Replaces `out` by the vector of `text`. Allocates nothing once warm.
  void embed(std::string_view text, std::vector<float>& out);

  void save(Writer& out) const;
  // Throws Error(kCorrupt) for bytes that save() cannot have written.
  static TextEmbedder load(Reader& in);

 private:
  TextEmbedder() = default;

  // Fills slots_ from keys_.
  void index_keys();
  // The row of a feature, or keys_.size().
  std::size_t row_of(std::uint32_t key) const;
  // Fills known_ with the text's features that have a row, by tf-idf: words and pairs together have
  // length 1, and so have pieces.
  void weigh(std::string_view text);
  // The text's projection, of length 1; zeros if no feature is known.
  void project(std::string_view text, std::vector<float>& out);
  // Sets keys_ and weights_ by how many of the texts have a feature.
  void choose_keys(std::span<const std::string_view> texts, std::size_t most_features);
  void quantize(std::span<const float> directions);

  std::size_t width_ = 0;
  float spread_ = 1;                     // what becomes 0 or 1
  std::vector<std::uint32_t> keys_;      // ascending
  std::vector<float> weights_;           // of each key: its inverse document frequency
  std::vector<float> steps_;             // of each key: what 1 of its directions_ stands for
  std::vector<std::int8_t> directions_;  // [keys][width]
  std::vector<std::uint32_t> slots_;     // a hash table of rows, not saved
  TextFeatures features_;
  std::vector<SparseValue> known_;
};

}  // namespace mpart::embed
