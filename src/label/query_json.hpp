#pragma once

#include <string>

#include "mpart/oracle.hpp"

namespace mpart {

// A question for another program, one line of JSON without the newline:
//   {"id":17,"row":123,"sample":"img-7","time":122,"features":[0.1,0.9],
//    "guess":{"label":"cat","probability":0.61},"probabilities":{"cat":0.61,"dog":0.39},
//    "why":{"epistemic":0.8,"aleatoric":0.9,"density":13.5,"score":0.3,"threshold":0.2},
//    "classes":["cat","dog"]}
// "sample" is there if the sample has an id. While no label has reached the sample, the guess is
// null and "probabilities" empty. "threshold" is null where the choice did not depend on the score.
// At most the 20 best probabilities and 1000 classes. Names that are not UTF-8 are made so.
std::string query_json(const Query& query);

}  // namespace mpart
