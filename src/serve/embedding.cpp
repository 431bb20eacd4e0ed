#include "serve/embedding.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "mpart/error.hpp"
#include "util/base64.hpp"
#include "util/printable.hpp"

namespace mpart::serve {

namespace {

void read_picture(const std::string& url, const Embedding& embedding, std::vector<double>& values) {
  try {
    embedding.read_picture(picture_bytes(url), values);
  } catch (const Error& error) {
    throw Problem{400, std::string("\"picture\": ") + error.what()};
  }
  const std::size_t width = embedding.chain.front()->input_width();
  if (values.size() == width) return;
  throw Problem{400, "\"picture\": " + std::to_string(width) + " values expected, " +
                         std::to_string(values.size()) +
                         " found; --image-size and --grey say how the server reads pictures"};
}

void require_width(const std::vector<double>& values, std::size_t width) {
  if (values.size() == width) return;
  throw Problem{
      400, std::to_string(width) + " values expected, " + std::to_string(values.size()) + " found"};
}

void append_row(Samples& samples, std::size_t i, const Embedding& embedding,
                std::vector<float>& rows) {
  std::vector<double>& values = samples.all[i].values;
  if (values.empty() && !samples.shows[i].picture.empty()) {
    read_picture(samples.shows[i].picture, embedding, values);
  }
  require_width(values, embedding.chain.front()->input_width());
  for (const double value : values) {
    rows.push_back(static_cast<float>(value));
    if (!std::isfinite(rows.back())) throw Problem{400, "values must be finite, as float too"};
  }
  values = {};
}

// rows [samples][input_width]
void replace_by(const EmbedderChain& chain, std::vector<float>& rows, std::span<Sample> samples) {
  const Embedder& last = *chain.back();
  if (run_chain(chain, samples.size(), rows) < samples.size()) {
    throw Error(ErrorKind::kFailed, last.name() + ": gives a value that is not finite");
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto row = std::span(rows).subspan(i * last.output_width(), last.output_width());
    samples[i].values.assign(row.begin(), row.end());
  }
}

}  // namespace

void require_fit(const Embedding& embedding, std::size_t width) {
  mpart::require_fit(embedding.chain);
  if (embedding.chain.empty() || width == 0) return;
  const Embedder& last = *embedding.chain.back();
  if (last.output_width() == width) return;
  throw Error(ErrorKind::kBadInput, last.name() + ": the model takes " + std::to_string(width) +
                                        " values, " + std::to_string(last.output_width()) +
                                        " given");
}

std::string picture_bytes(std::string_view url) {
  constexpr std::string_view kData = "data:";
  constexpr std::string_view kBase64 = ";base64";
  constexpr std::array<std::string_view, 4> kTypes = {"image/png", "image/jpeg", "image/jpg",
                                                      "image/bmp"};
  constexpr std::size_t kLongestType = 40;
  const std::size_t comma = std::min(url.find(','), url.size());
  std::string_view type = url.substr(0, comma);
  if (!type.starts_with(kData) || !type.ends_with(kBase64)) {
    throw Problem{400, "\"picture\": data:image/png;base64,... expected"};
  }
  type = type.substr(kData.size(), type.size() - kData.size() - kBase64.size());
  if (std::find(kTypes.begin(), kTypes.end(), type) == kTypes.end()) {
    throw Problem{400, "\"picture\": image/png, image/jpeg or image/bmp expected, " +
                           printable(type, kLongestType) + " found"};
  }
  std::optional<std::string> bytes = from_base64(url.substr(std::min(comma + 1, url.size())));
  if (!bytes) throw Problem{400, "\"picture\": what follows the comma is not base64"};
  return std::move(*bytes);
}

void embed(Samples& samples, Embedding& embedding) {
  constexpr std::size_t kMostValues = std::size_t{1} << 20;  // at a time: small files, large rows
  std::vector<float> rows;
  for (std::size_t first = 0, i = 0; i < samples.all.size(); ++i) {
    try {
      append_row(samples, i, embedding, rows);
    } catch (const Problem& problem) {
      throw samples.at(i, problem.what);
    }
    if (rows.size() < kMostValues && i + 1 < samples.all.size()) continue;
    replace_by(embedding.chain, rows, std::span(samples.all).subspan(first, i + 1 - first));
    rows.clear();
    first = i + 1;
  }
}

}  // namespace mpart::serve
