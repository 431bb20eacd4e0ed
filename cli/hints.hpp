#pragma once

#include <string>
#include <vector>

#include "cli/evaluation.hpp"
#include "mpart/session.hpp"

namespace mpart {

// What went wrong in a run in a way that is known: one node, nearly as many nodes as samples, one
// class, nothing known, most values clipped, no label at all. A line each, with the flag or the
// cause. Nothing for a run of few samples.
// `judged`: predictions that were compared with labels, of the test data if there is any.
std::vector<std::string> hints(const Session& session, const Evaluation& judged);

}  // namespace mpart
