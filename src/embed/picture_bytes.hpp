#pragma once

#include <string_view>

namespace mpart::embed {

// Whether a PNG or JPEG file goes on to its end mark. Decoders fill up what is missing with grey
// and write about it to standard error, so this is asked before.
bool is_whole_picture(std::string_view bytes);

}  // namespace mpart::embed
