#include "cli/parts/parts.hpp"
#include "mpart/version.hpp"

extern "C" const mpart::TorchPart mpart_torch_part = {mpart::version().data(), &mpart::embed::check,
                                                      &mpart::embed::fit};
