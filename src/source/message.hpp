#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mpart {

// Error messages of the readers: one line, "NAME: WHAT" or "NAME:ROW: WHAT".

// Throws Error(kBadInput).
[[noreturn]] void bad_input(const std::string& name, const std::string& what);
[[noreturn]] void bad_input(const std::string& name, std::uint64_t row, const std::string& what);

// Foreign text on one line, printable and cut to some 40 characters; and in double quotes.
std::string shortened(std::string_view foreign);
std::string in_quotes(std::string_view foreign);

// "1 value", "2 values".
std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace mpart
