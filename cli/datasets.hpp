#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "prepare/features.hpp"

namespace mpart {

// A dataset of the paper, or one of its variants: what its files are called and how people get
// them.
struct Dataset {
  std::string name;
  std::string what;
  std::vector<std::string> train;   // file names; each may end in .gz too
  std::vector<std::string> test{};  // empty: a part of `train` is kept for testing
  std::string package_folder{};     // where Debian's package puts it; empty: there is none
  std::string how_to_get;
  bool transposed = false;  // pictures are stored column by column
  // What mpart reproduce reads instead, if the raw data is not for a small embedder.
  std::vector<std::string> features{}, test_features{};
  std::string differs{};                            // from the paper, in mpart reproduce
  embed::Features seen = embed::Features::kPixels;  // what the embedder sees of a row
  std::string variant_of{};  // another dataset, whose pictures these are; empty: it is none
};

// Of a dataset without a test part: the paper tests on 10,000 of the 44,808 retina cells.
inline constexpr double kTestShare = 10000.0 / 44808.0;

// Variants stand behind the others.
std::span<const Dataset> datasets();

// Throws Error(kInvalidArgument) listing the names if there is no such dataset.
const Dataset& find_dataset(std::string_view name);

// Where a dataset is looked for: `folder`, or ./data if none is given, with and without a subfolder
// of its name, or of the dataset it is a variant of; then the folder of its Debian package.
std::vector<std::string> folders_of(const Dataset& dataset, const std::string& folder);

bool is_synthetic(const std::string& name);  // "synthetic:moons", which is no file

// The paths of all `names` in the first folder that has all of them; empty if none has.
std::vector<std::string> find_files(const std::vector<std::string>& folders,
                                    const std::vector<std::string>& names);

}  // namespace mpart
