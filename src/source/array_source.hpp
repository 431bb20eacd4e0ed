#pragma once

#include <memory>

#include "mpart/source.hpp"
#include "source/array_rows.hpp"

namespace mpart {

// Reads the head of a file and leaves the stream at its first row.
using OpenArray = ArrayRows (*)(std::unique_ptr<ByteStream>);

// Samples from a file of features and, if there is one, a file of labels, both opened by `open`.
// Throws Error(kBadInput) if the features are not numbers or the labels are not as many.
std::unique_ptr<Source> read_arrays(OpenArray open, std::unique_ptr<ByteStream> features,
                                    std::unique_ptr<ByteStream> labels,
                                    const SourceOptions& options);

}  // namespace mpart
