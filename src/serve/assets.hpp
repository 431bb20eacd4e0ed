#pragma once

#include <string_view>

namespace mpart::serve {

// A file that is part of the program: those of the labelling page, and openapi.json.
struct Asset {
  std::string_view path;  // "/assets/page.js"; "/" for the page itself
  std::string_view type;
  std::string_view bytes;
};

const Asset* find_asset(std::string_view path);  // null if there is none

}  // namespace mpart::serve
