#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mpart {

// Which columns of a file are read, and in which order, by their positions. `pandas` is the JSON
// that pandas adds to a file, or empty. It puts the index of a table behind the columns, where a
// label is looked for: an index that has a name comes first, as in the CSV that pandas writes, and
// one without a name is no part of the data.
std::vector<std::size_t> table_order(const std::vector<std::string>& names,
                                     std::string_view pandas);

}  // namespace mpart
