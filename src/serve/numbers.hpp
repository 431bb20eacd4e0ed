#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mpart::serve {

// A number in an address, with nothing before or after it.
inline std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

}  // namespace mpart::serve
