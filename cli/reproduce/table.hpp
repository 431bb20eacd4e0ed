#pragma once

#include <optional>
#include <string>

#include "cli/reproduce/campaign.hpp"
#include "cli/reproduce/plan.hpp"

namespace mpart::reproduce {

// Mean and standard deviation (n - 1) of a measure over the trials that have run; nothing if none.
std::optional<Figure> figure_of(const Cell& cell, std::string_view measure);

// Ours beside the paper's, with the difference in the paper's deviations, as people read it and as
// programs do. A dataset that is missing is a column of "not run".
std::string markdown_table(const Plan& plan, const Campaign& campaign,
                           const std::map<std::string, Prepared>& data);
std::string csv_table(const Plan& plan, const Campaign& campaign,
                      const std::map<std::string, Prepared>& data);

}  // namespace mpart::reproduce
