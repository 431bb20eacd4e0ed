#pragma once

#include <string>
#include <vector>

#include "mpart/oracle.hpp"

namespace mpart::tests {

// A question with everything a Query refers to: 0.1 and 0.9 in row 123, a cat by 61 %.
struct Asked {
  Question question;
  Prediction guess;
  std::vector<std::string> classes = {"cat", "dog", "bird"};

  Asked() {
    question.sample.row = 123;
    question.sample.values = {0.1, 0.9};
    question.time = 122;
    question.reason = {0.83, 0.41, 132.1, 0.31, 0.27};
    guess.known = true;
    guess.best = 0;
    guess.probability = {0.61, 0.09, 0.3};
  }

  Query query(QueryId id = 17) const { return {id, question, guess, classes}; }
};

}  // namespace mpart::tests
