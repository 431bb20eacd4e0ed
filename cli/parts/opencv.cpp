#include "cli/parts/parts.hpp"

extern "C" const mpart::OpencvPart mpart_opencv_part = {MPART_VERSION, &mpart::open_embedder,
                                                        &mpart::embed::open_pictures,
                                                        &mpart::embed::picture_reader};
