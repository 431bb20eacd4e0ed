#pragma once

#include "metrics/families.hpp"

namespace mpart::metrics {

// Memory, files and processor time of this process, by the names that every Prometheus client has.
// What the system does not tell is left out.
void add_process(Families& families);

}  // namespace mpart::metrics
