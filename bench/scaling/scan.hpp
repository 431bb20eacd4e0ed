#pragma once

#include <cstddef>

// Nanoseconds for |I ^ w_j| of every node, one after the other in blocks of eight, and nothing
// else: the least of several runs.
double time_scan(std::size_t nodes, std::size_t dimensions);
