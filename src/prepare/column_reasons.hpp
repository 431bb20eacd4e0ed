#pragma once

#include <string>

#include "mpart/columns.hpp"
#include "prepare/column_survey.hpp"

namespace mpart {

// Why a column of this kind is of no use as a feature, in words; empty if it may be: it is always
// the same, or tells rows apart and nothing else.
std::string reason_to_set_aside(const ColumnSurvey& survey, const Column& column);

// Throws Error(kInvalidData) if the last column, which nobody called the label, cannot be it: it
// holds measurements, or nearly every row has another value.
void refuse_measured_label(const ColumnSurvey& survey, const std::string& title);

}  // namespace mpart
