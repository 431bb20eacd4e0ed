#include "prepare/text_embedder.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace mpart::embed {

namespace {

constexpr std::uint8_t kVersion = 1;
std::uint32_t hash_of(std::uint32_t key) { return (key * 2654435761U) >> 8; }

// 1 / sqrt(square), and 0 for what is as good as 0: its root would be too large for a float.
float inverse_root(double square) {
  constexpr double kLeast = 1e-60;
  return square > kLeast ? static_cast<float>(1 / std::sqrt(square)) : 0;
}

}  // namespace

void TextEmbedder::index_keys() {
  // At most half of the slots are taken, so that a search is short and ends.
  slots_.assign(std::bit_ceil(2 * keys_.size() + 1), static_cast<std::uint32_t>(keys_.size()));
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t row = 0; row < keys_.size(); ++row) {
    std::size_t slot = hash_of(keys_[row]) & mask;
    while (slots_[slot] < keys_.size()) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(row);
  }
}

std::size_t TextEmbedder::row_of(std::uint32_t key) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash_of(key) & mask;; slot = (slot + 1) & mask) {
    const std::size_t row = slots_[slot];
    if (row == keys_.size() || keys_[row] == key) return row;
  }
}

void TextEmbedder::weigh(std::string_view text) {
  known_.clear();
  double words = 0;
  double pieces = 0;
  for (const TextFeature& feature : features_.of(text)) {
    const std::size_t row = row_of(feature.key);
    if (row == keys_.size()) continue;
    // The tenth time says less than the first.
    const float often = feature.count == 1 ? 1 : 1 + std::log(static_cast<float>(feature.count));
    const float weight = weights_[row] * often;
    (is_word_feature(feature.key) ? words : pieces) += double{weight} * double{weight};
    known_.push_back({static_cast<std::uint32_t>(row), weight});
  }
  const float word_scale = inverse_root(words);
  const float piece_scale = inverse_root(pieces);
  for (SparseValue& feature : known_) {
    feature.value *= is_word_feature(keys_[feature.column]) ? word_scale : piece_scale;
  }
}

void TextEmbedder::project(std::string_view text, std::vector<float>& out) {
  weigh(text);
  out.assign(width_, 0);
  for (const SparseValue& feature : known_) {
    const float factor = feature.value * steps_[feature.column];
    const std::int8_t* const direction = directions_.data() + feature.column * width_;
    for (std::size_t j = 0; j < width_; ++j) out[j] += factor * static_cast<float>(direction[j]);
  }
  double squares = 0;
  for (const float value : out) squares += double{value} * double{value};
  const float scale = inverse_root(squares);
  for (float& value : out) value *= scale;
}

void TextEmbedder::embed(std::string_view text, std::vector<float>& out) {
  project(text, out);
  for (float& value : out) value = std::clamp(0.5F + value / (2 * spread_), 0.F, 1.F);
}

void TextEmbedder::save(Writer& out) const {
  out.u8(kVersion);
  out.u32(static_cast<std::uint32_t>(width_));
  out.u32(std::bit_cast<std::uint32_t>(spread_));
  out.u64(keys_.size());
  for (std::size_t row = 0; row < keys_.size(); ++row) {
    out.u32(keys_[row]);
    out.u32(std::bit_cast<std::uint32_t>(weights_[row]));
    out.u32(std::bit_cast<std::uint32_t>(steps_[row]));
    for (std::size_t j = 0; j < width_; ++j) {
      out.u8(static_cast<std::uint8_t>(directions_[row * width_ + j]));
    }
  }
}

TextEmbedder TextEmbedder::load(Reader& in) {
  const std::uint8_t version = in.u8();
  require(version == kVersion, "version of the text features");
  TextEmbedder text;
  text.width_ = in.u32();
  require(text.width_ >= 1 && text.width_ <= kMostTextWidth, "width of the text features");
  // Weights are at most 1 + the logarithm of a number of texts, steps and spread at most 1.
  constexpr float kMostWeight = 100;
  const auto read_float = [&in](float most, const char* what) {
    const auto value = std::bit_cast<float>(in.u32());
    require(value >= 0 && value <= most, what);
    return value;
  };
  text.spread_ = read_float(1, "spread of the text features");
  require(text.spread_ >= kLeastSpread, "spread of the text features");
  const std::size_t count = in.count(3 * sizeof(std::uint32_t) + text.width_);
  require(count >= 1 && count <= 2 * kMostTextFeatures, "number of text features");
  text.directions_.reserve(count * text.width_);
  for (std::size_t row = 0; row < count; ++row) {
    text.keys_.push_back(in.u32());
    require(text.keys_.back() < kTextKeys, "key of a text feature");
    require(row == 0 || text.keys_[row - 1] < text.keys_[row], "order of the text features");
    text.weights_.push_back(read_float(kMostWeight, "weight of a text feature"));
    text.steps_.push_back(read_float(1, "direction of a text feature"));
    for (std::size_t j = 0; j < text.width_; ++j) {
      text.directions_.push_back(static_cast<std::int8_t>(in.u8()));
    }
  }
  text.index_keys();
  return text;
}

}  // namespace mpart::embed
