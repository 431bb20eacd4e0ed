#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mpart {

// Letters to insert, remove, replace or swap with their neighbour to make one text of the other.
std::size_t edit_distance(std::string_view one, std::string_view other);

// The name that was most likely meant by what was typed: one that is few edits away (a third of
// its letters, at least one), or the only one that begins so. Empty if there is none.
std::string_view similar_name(std::string_view typed, std::span<const std::string_view> names);

// "; did you mean NAME?", or nothing.
std::string did_you_mean(std::string_view typed, std::span<const std::string_view> names);

}  // namespace mpart
