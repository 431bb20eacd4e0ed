#pragma once

#include <string>
#include <string_view>

#include "mpart/oracle.hpp"

namespace mpart {

// Reads one line of a labels file:
//   {"id":17,"label":"cat"}                                  a label, or a correction
//   {"id":17,"skip":true}                                    nobody can tell
//   {"id":17,"withdraw":true} or {"id":17,"label":null}      forget the label given before
// A number or a boolean as label stands for its text, 3.0 for 3. "skip" or "withdraw" false is as
// if it were not there. Other keys mean nothing, so a line may be its question with a label added.
// Returns false and says what is wrong otherwise; throws nothing of its own.
bool parse_answer(std::string_view line, LateAnswer& out, std::string& problem);

}  // namespace mpart
