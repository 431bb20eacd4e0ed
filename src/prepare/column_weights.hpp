#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "prepare/matrix.hpp"

namespace mpart::embed {

// How much each column of a table shall count, without labels: from 0.1 to 1.
//
// What tells classes apart shows in several columns at once, so a column that the others cannot
// foretell at all (noise, a date of entry) would only blur them. A column is foretold by the rows
// that are nearest in all other columns; one counts in full if it is foretold nearly half as well
// as the best one. If no column has to do with any other, each counts as much as the next.
//
// `groups` says which columns belong together (the levels of a category): they are left out
// together and weighed alike. Tables of less than three groups, of more columns than a table made
// by people has, or of too few rows are not weighed: all ones.
// REQUIRES: rows are scaled and have no missing value; a group for each column.
std::vector<double> column_weights(const Matrix& rows, std::span<const std::size_t> groups);

}  // namespace mpart::embed
