#pragma once

#include <map>
#include <optional>
#include <string>

#include "cli/reproduce/campaign.hpp"

namespace mpart::reproduce {

// Mean and standard deviation (n - 1) over the trials that have run; nothing if none. `index` is
// that of a measure, or of a point of the learning curve behind them.
std::optional<Figure> figure_of(const Cell& cell, std::size_t index);

// A row's figure on a dataset, in the trials and in the paper.
std::optional<Figure> ours_of(const Row& row, const std::string& dataset, const Campaign& campaign);
std::optional<Figure> paper_of(const Row& row, const std::string& dataset);

// The notes of the plan, what differs from the paper in every dataset, and what is missing; a list
// in Markdown.
std::string notes(const Plan& plan, const std::map<std::string, Prepared>& data);

// Ours beside the paper's, with the difference in the paper's deviations, as people read it and as
// programs do. A dataset that is missing is a column of "not run".
std::string markdown_table(const Plan& plan, const Campaign& campaign,
                           const std::map<std::string, Prepared>& data);
std::string csv_table(const Plan& plan, const Campaign& campaign);

// The pictures of a plan go to files whose names begin with `base`. What is returned shows them in
// Markdown, for a file beside them.

// For every dataset: the learning curves if the plan asks for points, otherwise ours beside the
// paper's, if all rows are of one measure.
std::string draw_results(const Plan& plan, const Campaign& campaign, const std::string& base);

// The frames of every row on every dataset, of the first trial.
std::string draw_frames(const Plan& plan, const std::map<std::string, Prepared>& data,
                        const std::string& base);

}  // namespace mpart::reproduce
