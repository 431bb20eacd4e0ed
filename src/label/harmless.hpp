#pragma once

#include <string>
#include <string_view>

namespace mpart {

// Foreign text for a terminal or a one-line message: control characters, changes of writing
// direction and broken UTF-8 become \xNN, and what exceeds 200 characters becomes "...".
std::string harmless(std::string_view foreign);

// `foreign` has a control character (C0 or DEL), as the arrow keys of a terminal type.
bool has_control_characters(std::string_view foreign);

std::string_view without_outer_spaces(std::string_view text);

}  // namespace mpart
