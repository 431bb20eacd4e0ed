#include "cli/parts/parts.hpp"
#include "mpart/version.hpp"

extern "C" const mpart::OpencvPart mpart_opencv_part = {
    mpart::version().data(), &mpart::embed::open_pictures, &mpart::embed::picture_reader};
