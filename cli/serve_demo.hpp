#pragma once

#include "serve/server.hpp"

namespace mpart {

// Pictures of clothing from Debian's dataset-fashion-mnist, those that the shipped network was not
// fitted on, with names instead of numbers as labels. Throws Error(kBadInput) if they are not
// there, saying how to get them.
serve::DemoStream fashion_demo();

// A grey picture of side x side values in [0,1] as a data URL of a BMP file, which every browser
// reads and which needs no compression.
std::string picture_url(const std::vector<double>& values, std::size_t side);

}  // namespace mpart
