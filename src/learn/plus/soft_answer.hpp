#pragma once

#include <cstdint>
#include <span>

#include "learn/core/art/node_table.hpp"
#include "learn/core/messages/label_densities.hpp"
#include "learn/core/scratch.hpp"
#include "mpart/parameters.hpp"

namespace mpart {

// The nodes that answer for the coded sample in scratch.input, (weight, node) in scratch.best: of
// those within 1.25 times the reach of an active node, M_j >= 1 - 1.25 (1 - rho), the `count`
// with the highest choice T_j, in the ratio exp(50 (T_j - T_max)); the winner alone if
// there are none or count is 1. Weights sum to 1.
void find_speakers(const NodeTable& nodes, const Parameters& parameters, std::uint32_t count,
                   NodeIndex winner, Buffers& scratch);

// Below this mass of labels an answer is faint.
inline constexpr double kFaint = 1e-3;

// Adds, by class, the labels of the labelled node whose box is nearest (L1) to the coded sample, as
// a mass of kFaint in all. Returns the mass added: 0 if there is no label.
double add_nearest_label(const NodeTable& nodes, const LabelDensities& labels,
                         std::span<const double> input, std::span<double> mass);

}  // namespace mpart
