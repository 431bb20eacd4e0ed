#pragma once

#include <optional>
#include <string>
#include <string_view>

// The part of an address behind the question mark: state=open&label=K%C3%A4fer
namespace mpart::serve {

// Throws Error(kInvalidData) unless every key is one of `known`, names with a space between them,
// and is there once, and every value is well encoded.
void check_query_string(std::string_view query, std::string_view known);

// The decoded value of a key; none if it is not there. A value without a meaning is empty:
// "?state" and "?state=" say as little as no state. REQUIRES: the string was checked.
std::optional<std::string> query_value(std::string_view query, std::string_view key);

}  // namespace mpart::serve
