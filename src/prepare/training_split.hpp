#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace mpart::embed {

// Which rows of a stream a network is fitted on. Every row is drawn by its number alone, so that a
// later run over the same data can leave out what the network has seen without a list of it.
struct RowDraw {
  double share = 1;
  std::uint64_t seed = 0;

  bool takes(std::uint64_t row) const;
};

// What a network of ours was fitted on, by the metadata of its file.
struct FittedRows {
  std::string data;  // the file's name, without its folders
  RowDraw draw;

  static std::optional<FittedRows> of(const std::map<std::string, std::string>& metadata);
};

}  // namespace mpart::embed
