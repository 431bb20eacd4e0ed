#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/data_options.hpp"
#include "mpart/strategy.hpp"

namespace mpart {

// Rows of the data, counted by reading it once without networks; nullopt if that would take the
// rows away, as from standard input, or never end.
std::optional<std::uint64_t> count_rows(const std::string& data, const DataOptions& options);

// A budget by which at most `labels` are asked for in `rows` samples to come, spread over them.
// Without their number: one in a hundred samples, until they are used up.
Budget spread_labels(std::uint64_t labels, std::optional<std::uint64_t> rows);

}  // namespace mpart
