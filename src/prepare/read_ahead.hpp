#pragma once

#include <cstddef>
#include <memory>

#include "mpart/source.hpp"

namespace mpart::embed {

// The samples of `source` in their order, read by a thread of their own, in blocks of `most`:
// pictures are decoded while a network runs. What `source` throws is thrown
// in its place among the samples. REQUIRES: most > 0, and a source that does not wait for others,
// as a destroyed one is waited for.
std::unique_ptr<Source> read_ahead(std::unique_ptr<Source> source, std::size_t most);

}  // namespace mpart::embed
