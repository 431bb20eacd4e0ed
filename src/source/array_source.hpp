#pragma once

#include <memory>
#include <optional>

#include "mpart/source.hpp"
#include "source/array_rows.hpp"

namespace mpart {

// Samples from an array of features and, if there is one, an array of labels.
// Throws Error(kBadInput) if the features are not numbers or the labels are not as many.
std::unique_ptr<Source> make_array_source(ArrayRows features, std::optional<ArrayRows> labels,
                                          const SourceOptions& options);

}  // namespace mpart
