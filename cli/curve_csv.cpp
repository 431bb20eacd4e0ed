#include "cli/curve_csv.hpp"

#include <filesystem>

#include "mpart/error.hpp"
#include "mpart/source.hpp"

namespace mpart {

namespace {

// samples,queries,labels,nodes,classes,online_accuracy[,test_accuracy]
constexpr std::size_t kColumnsWithoutTest = 6;
constexpr std::size_t kOnlineColumn = 5;

}  // namespace

CurveCsv read_curve(const std::string& path, bool online) {
  const auto source = open_source(path, {.labelled = false});
  const std::size_t columns = source->width();
  if (columns != kColumnsWithoutTest && columns != kColumnsWithoutTest + 1) {
    throw Error(ErrorKind::kBadInput, path + ": not a file that mpart run --curve wrote");
  }
  CurveCsv result;
  result.curve.name = std::filesystem::path(path).stem().string();
  double asked = 0;
  for (Sample row; source->next(row);) {
    result.curve.samples.push_back(row.values[0]);
    result.curve.accuracy.push_back(row.values[online ? kOnlineColumn : columns - 1]);
    if (row.values[1] > asked) result.queries.push_back(row.values[0]);
    asked = row.values[1];
  }
  return result;
}

}  // namespace mpart
