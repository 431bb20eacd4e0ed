#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/prediction.hpp"
#include "mpart/types.hpp"

// A prediction as every door spells it. Appended as text, because it is written for every sample.
namespace mpart::wire {

// What is said of one sample.
struct Predicted {
  std::string_view name;  // of the class; empty: unknown
  double probability = 0;
  bool activated = false;
  std::uint32_t clipped = 0;  // values outside [0,1], taken as 0 or 1
};
Predicted predicted_of(const Prediction& prediction, const std::vector<std::string>& classes);

// A JSON string with its quotes. What is not UTF-8 is made so.
void append_string(std::string& out, std::string_view text);

// Members without braces: "known":true,"predicted":"cat","probability":0.61,"activated":true
// While unknown, "predicted" and "probability" are null. "clipped":2 follows if two values were.
void append_predicted(std::string& out, const Predicted& predicted);

// Members without braces: "queries":[17,18]
void append_queries(std::string& out, std::span<const QueryId> queries);

// An object: the members above, the figures and the probabilities of all classes that have one.
void append_prediction(std::string& out, const Prediction& prediction,
                       const std::vector<std::string>& classes);

}  // namespace mpart::wire
