#pragma once

#include <string_view>

#include "mpart/columns.hpp"
#include "util/text.hpp"

namespace mpart {

// What the text of a cell is worth, for each way of writing it. Cells are trimmed.

// Reads a number written as `form` says: kPoint, kComma or kGrouped. Groups have three digits, the
// first one to three.
NumberState parse_cell_number(std::string_view cell, CellForm form, double& value);

// Reads a date, or a date and a time, written as `form` says: kYearFirst, kDayFirst or kMonthFirst.
// The time is HH:MM[:SS[.fraction]], after a T or a space, maybe with AM or PM or with a zone (Z,
// +HH:MM, +HHMM, +HH). `days` since 1970, UTC. False if it is none.
bool parse_cell_date(std::string_view cell, CellForm form, double& days);

}  // namespace mpart
