#pragma once

#include <string>
#include <vector>

#include "mpart/prediction.hpp"
#include "mpart/strategy.hpp"

namespace mpart::wire {

// Why a sample is asked about, in sentences for the person who answers: what is known around it,
// and what made `strategy` choose it.
std::string reason_text(const Reason& reason, StrategyKind strategy);

// The classes of highest probability, best first: at most `count`, each with a label that speaks
// for it. A class that is newer than the prediction has none.
std::vector<ClassIndex> best_classes(const Prediction& prediction, std::size_t class_count,
                                     std::size_t count);

}  // namespace mpart::wire
