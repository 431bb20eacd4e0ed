#include "cli/label_budget.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "prepare/picture_list.hpp"

namespace mpart {

std::optional<std::uint64_t> count_rows(const std::string& data, const DataOptions& options) {
  const bool synthetic = data.starts_with("synthetic:");
  std::error_code none;
  if (!synthetic && !std::filesystem::is_directory(data, none) &&
      !std::filesystem::is_regular_file(data, none)) {
    return std::nullopt;
  }
  if (!synthetic && embed::is_picture_data(data)) return embed::list_pictures(data).files.size();
  SourceOptions source_options = options.source;
  source_options.labelled = !options.unlabelled;
  const std::unique_ptr<Source> source = open_source(data, source_options);
  if (!source->progress()) return std::nullopt;
  std::uint64_t rows = 0;
  for (Sample sample; source->next(sample);) ++rows;
  return rows;
}

Budget spread_labels(std::uint64_t labels, std::optional<std::uint64_t> rows) {
  constexpr std::uint64_t kLongPeriod = 10;  // rounding it up costs at most a tenth of the labels
  if (!rows) return {1, 100};
  const std::uint64_t samples = std::max<std::uint64_t>(*rows, 1);
  if (labels >= samples) return {1, 1};
  const std::uint64_t period = (samples + labels - 1) / labels;
  if (period >= kLongPeriod) return {1, period};
  const std::uint64_t common = std::gcd(labels, samples);
  return {labels / common, samples / common};
}

}  // namespace mpart
