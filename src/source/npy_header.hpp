#pragma once

#include <string>
#include <string_view>

#include "source/array_rows.hpp"

namespace mpart {

// Reads the header of an NPY file, the Python literal
//   {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
// Throws Error(kBadInput) beginning with `name` for anything else, for a type that is neither a
// number nor text, and for an array that lies column by column.
ArrayFormat parse_npy_header(std::string_view header, const std::string& name);

}  // namespace mpart
