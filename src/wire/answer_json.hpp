#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/oracle.hpp"

namespace mpart::wire {

// Reads an answer from JSON: a line of a labels file, a Kafka message, the body of a request.
//   {"id":17,"label":"cat"}                                  a label, or a correction
//   {"id":17,"skip":true}                                    nobody can tell
//   {"id":17,"withdraw":true} or {"id":17,"label":null}      forget the label given before
// A number or a boolean as label stands for its text, 3.0 for 3. "skip" or "withdraw" false is as
// if it were not there. Other keys mean nothing, so a line may be its query with a label added,
// unless the rules refuse them.

struct AnswerRules {
  // The answer is for this query, as the address of the request says; "id" may be left out.
  std::optional<QueryId> query{};
  bool refuse_unknown = false;  // a key that means nothing is an error
};

// Returns false and says what is wrong if the text is no answer; throws nothing of its own.
bool parse_answer(std::string_view json, LateAnswer& out, std::string& problem,
                  const AnswerRules& rules = {});

// The same; throws Error(kInvalidData) saying what is wrong.
LateAnswer read_answer(std::string_view json, const AnswerRules& rules = {});

// Several: an array of answers or {"answers":[...]}, at least one and at most kMostAnswers. No
// other keys. Throws Error(kInvalidData) that names the answer, "answer 3: no \"id\"".
std::vector<LateAnswer> read_answers(std::string_view json);

}  // namespace mpart::wire
