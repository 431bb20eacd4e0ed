#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mpart {

// RFC 4648 with padding.
std::string to_base64(std::string_view bytes);

// Nothing if it is not exactly that: no line breaks, no other alphabet.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace mpart
