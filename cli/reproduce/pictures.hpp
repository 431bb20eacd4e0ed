#pragma once

#include <map>
#include <string>

#include "cli/reproduce/campaign.hpp"
#include "cli/reproduce/plan.hpp"

namespace mpart::reproduce {

// The pictures of a plan go to files whose names begin with `base`. What is returned shows them in
// Markdown, for a file beside them.

// For every dataset: the learning curves if the plan asks for points, otherwise ours beside the
// paper's, if all rows are of one measure.
std::string draw_results(const Plan& plan, const Campaign& campaign, const std::string& base);

// The frames of every row on every dataset, of the first trial.
std::string draw_frames(const Plan& plan, const std::map<std::string, Prepared>& data,
                        const std::string& base);

}  // namespace mpart::reproduce
