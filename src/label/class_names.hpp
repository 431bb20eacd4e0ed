#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mpart {

// Up to so many known classes are numbered, so that a number can be typed for a name.
inline constexpr std::size_t kNumberedClasses = 20;

// What a person who typed some text meant by it.
struct NameMatch {
  enum class Kind {
    kSure,      // `name` was meant
    kPerhaps,   // `name` may have been meant: the same but for case, or the only one that starts so
    kSeveral,   // one of `candidates` may have been meant
    kNew,       // no known class; `name` would be a new one
    kUnusable,  // `name` says why
  };
  Kind kind = Kind::kUnusable;
  std::string name;
  std::vector<std::string> candidates;
};

// `typed` is a name, +name for a class that may be new, or #3 (or 3 if no class is a number) for
// the third of a numbered list.
NameMatch match_name(std::string_view typed, const std::vector<std::string>& classes);

}  // namespace mpart
