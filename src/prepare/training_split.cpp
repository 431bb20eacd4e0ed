#include "prepare/training_split.hpp"

#include "util/random.hpp"
#include "util/text.hpp"

namespace mpart::embed {

namespace {

template <typename Number>
bool parse(const std::map<std::string, std::string>& metadata, const char* key, Number& number) {
  const auto found = metadata.find(key);
  return found != metadata.end() && parse_whole(found->second, number);
}

}  // namespace

bool RowDraw::takes(std::uint64_t row) const {
  constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15;  // so that no two seeds share their rows
  return Random(seed * kSpread + row).uniform() < share;
}

std::optional<FittedRows> FittedRows::of(const std::map<std::string, std::string>& metadata) {
  FittedRows rows;
  const auto data = metadata.find("mpart.fitted_on");
  if (data == metadata.end() || !parse(metadata, "mpart.share", rows.draw.share) ||
      !parse(metadata, "mpart.seed", rows.draw.seed)) {
    return std::nullopt;
  }
  rows.data = data->second;
  return rows;
}

}  // namespace mpart::embed
