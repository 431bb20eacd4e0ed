#include "cli/parts/parts.hpp"

extern "C" const mpart::TorchPart mpart_torch_part = {MPART_VERSION, &mpart::embed::check,
                                                      &mpart::embed::fit};
