#include "serve/embedding.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "mpart/error.hpp"
#include "util/base64.hpp"
#include "util/sanitize_text.hpp"

namespace mpart::serve {

namespace {

void read_picture(const std::string& url, const Embedding& embedding, std::vector<double>& values) {
  try {
    embedding.read_picture(picture_bytes(url), values);
  } catch (const Error& error) {
    throw invalid_data(std::string("\"picture\": ") + error.what());
  }
  const std::size_t width = embedding.chain.front()->input_width();
  if (values.size() == width) return;
  throw invalid_data("\"picture\": " + std::to_string(width) + " values expected, " +
                     std::to_string(values.size()) +
                     " found; --image-size and --grey say how the server reads pictures");
}

}  // namespace

void require_fit(const Embedding& embedding, std::size_t width) {
  mpart::require_fit(embedding.chain);
  if (embedding.chain.empty() || width == 0) return;
  const Embedder& last = *embedding.chain.back();
  if (last.output_width() == width || last.output_width() == 0) return;
  throw invalid_data(last.name() + ": the model takes " + std::to_string(width) + " values, " +
                     std::to_string(last.output_width()) + " given");
}

std::string picture_bytes(std::string_view url) {
  constexpr std::string_view kData = "data:";
  constexpr std::string_view kBase64 = ";base64";
  constexpr std::array<std::string_view, 6> kTypes = {"image/png",  "image/jpeg", "image/jpg",
                                                      "image/webp", "image/gif",  "image/bmp"};
  constexpr std::size_t kLongestType = 40;
  const std::size_t comma = std::min(url.find(','), url.size());
  std::string_view type = url.substr(0, comma);
  if (!type.starts_with(kData) || !type.ends_with(kBase64)) {
    throw invalid_data("data:image/png;base64,... expected");
  }
  type = type.substr(kData.size(), type.size() - kData.size() - kBase64.size());
  if (std::find(kTypes.begin(), kTypes.end(), type) == kTypes.end()) {
    throw invalid_data("image/png, image/jpeg, image/webp, image/gif or image/bmp expected, " +
                       sanitize_text(type, kLongestType) + " found");
  }
  std::optional<std::string> bytes = from_base64(url.substr(std::min(comma + 1, url.size())));
  if (!bytes) throw invalid_data("what follows the comma is not base64");
  return std::move(*bytes);
}

// Pictures become rows a few at a time: small files, large rows.
void embed(Samples& samples, Embedding& embedding) {
  constexpr std::size_t kMostValues = std::size_t{1} << 20;
  const std::span<Sample> all = samples.samples;
  std::string problem;
  for (std::size_t first = 0, i = 0, values = 0; i < all.size(); ++i) {
    if (all[i].values.empty() && !samples.shows[i].picture.empty()) {
      try {
        read_picture(samples.shows[i].picture, embedding, all[i].values);
      } catch (const Error& error) {
        throw invalid_data(wire::sample_name(i, all.size()) + error.what());
      }
    }
    values += all[i].values.size();
    if (values < kMostValues && i + 1 < all.size()) continue;
    const std::size_t done =
        first + embed_leading(embedding.chain, all.subspan(first, i + 1 - first), problem);
    if (done <= i) throw invalid_data(wire::sample_name(done, all.size()) + problem);
    first = i + 1;
    values = 0;
  }
}

}  // namespace mpart::serve
