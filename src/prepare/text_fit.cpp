#include <algorithm>
#include <cmath>
#include <numeric>

#include "mpart/error.hpp"
#include "prepare/text_embedder.hpp"
#include "util/random.hpp"

namespace mpart::embed {

namespace {

// What only one text has tells nothing about others.
constexpr std::uint32_t kLeastTexts = 2;
constexpr float kMostStep = 127;  // of a std::int8_t
// So many of the fitted texts' values lie within the spread; the rest is cut.
constexpr double kWithinSpread = 0.999;

void check(const TextFitOptions& options) {
  const auto require_range = [](const char* name, std::size_t value, std::size_t most) {
    if (value >= 1 && value <= most) return;
    throw invalid_argument(std::string(name) + " of text features: 1 to " + std::to_string(most) +
                           " expected, " + std::to_string(value) + " given");
  };
  require_range("width", options.width, kMostTextWidth);
  require_range("number", options.most_features, kMostTextFeatures);
  require_range("texts", options.most_texts, std::size_t{1} << 30);
}

// In the order in which they came.
std::vector<std::string_view> draw(std::span<const std::string> texts, std::size_t most,
                                   std::uint64_t seed) {
  std::vector<std::size_t> rows(texts.size());
  std::iota(rows.begin(), rows.end(), 0);
  if (rows.size() > most) {
    Random random(seed);
    shuffle(rows, random);
    rows.resize(most);
    std::sort(rows.begin(), rows.end());
  }
  std::vector<std::string_view> drawn;
  drawn.reserve(rows.size());
  for (const std::size_t row : rows) drawn.emplace_back(texts[row]);
  return drawn;
}

// The keys of one kind that most texts have, at most `most` of them.
std::vector<std::uint32_t> frequent_keys(const std::vector<std::uint32_t>& texts_with, bool words,
                                         std::uint32_t least, std::size_t most) {
  std::vector<std::uint32_t> keys;
  for (std::uint32_t key = words ? 0 : 1; key < kTextKeys; key += 2) {
    if (texts_with[key] >= least) keys.push_back(key);
  }
  if (keys.size() <= most) return keys;
  std::sort(keys.begin(), keys.end(), [&](std::uint32_t left, std::uint32_t right) {
    return texts_with[left] != texts_with[right] ? texts_with[left] > texts_with[right]
                                                 : left < right;
  });
  keys.resize(most);
  return keys;
}

}  // namespace

void TextEmbedder::choose_keys(std::span<const std::string_view> texts, std::size_t most_features) {
  std::vector<std::uint32_t> texts_with(kTextKeys, 0);
  for (const std::string_view text : texts) {
    for (const TextFeature& feature : features_.of(text)) ++texts_with[feature.key];
  }
  for (std::uint32_t least = kLeastTexts; least > 0 && keys_.empty(); --least) {
    for (const bool words : {true, false}) {
      const auto keys = frequent_keys(texts_with, words, least, most_features);
      keys_.insert(keys_.end(), keys.begin(), keys.end());
    }
  }
  std::sort(keys_.begin(), keys_.end());
  const auto count = static_cast<double>(texts.size());
  for (const std::uint32_t key : keys_) {
    weights_.push_back(static_cast<float>(std::log((1 + count) / (1. + texts_with[key])) + 1));
  }
  index_keys();
}

void TextEmbedder::quantize(std::span<const float> directions) {
  steps_.assign(keys_.size(), 0);
  directions_.assign(directions.size(), 0);
  for (std::size_t row = 0; row < keys_.size(); ++row) {
    const auto values = directions.subspan(row * width_, width_);
    float largest = 0;
    for (const float value : values) largest = std::max(largest, std::abs(value));
    if (largest == 0) continue;
    steps_[row] = std::min(largest, 1.F) / kMostStep;
    for (std::size_t j = 0; j < width_; ++j) {
      directions_[row * width_ + j] =
          static_cast<std::int8_t>(std::lround(values[j] / largest * kMostStep));
    }
  }
}

TextEmbedder TextEmbedder::fit(std::span<const std::string> texts, const TextFitOptions& options) {
  check(options);
  const std::vector<std::string_view> drawn = draw(texts, options.most_texts, options.seed);
  TextEmbedder text;
  text.width_ = options.width;
  text.choose_keys(drawn, options.most_features);
  if (text.keys_.empty()) {
    throw invalid_data("none of the " + std::to_string(drawn.size()) +
                       " texts has a word to learn from");
  }
  SparseRows matrix{.columns = text.keys_.size()};
  for (const std::string_view row : drawn) {
    text.weigh(row);
    matrix.values.insert(matrix.values.end(), text.known_.begin(), text.known_.end());
    matrix.ends.push_back(matrix.values.size());
  }
  text.quantize(sparse_directions(matrix, options.width, options.seed));

  std::vector<float> sizes;
  std::vector<float> values;
  for (const std::string_view row : drawn) {
    text.project(row, values);
    for (const float value : values) sizes.push_back(std::abs(value));
  }
  const auto within = sizes.begin() + static_cast<std::ptrdiff_t>(
                                          kWithinSpread * static_cast<double>(sizes.size() - 1));
  std::nth_element(sizes.begin(), within, sizes.end());
  text.spread_ = std::clamp(*within, kLeastSpread, 1.F);
  return text;
}

}  // namespace mpart::embed
