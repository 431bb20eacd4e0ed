#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "mpart/sample.hpp"
#include "serve/question_desk.hpp"

namespace mpart::serve {

// Ends a request with this status.
struct Problem {
  int status;
  std::string what;
};

// What a request says. All throw Problem where it does not say it.
nlohmann::json parsed(const std::string& body);
std::string text_of(const nlohmann::json& object, const char* key, std::size_t longest);
std::string read_label(const std::string& body);
std::string checked_label(std::string label);

// The body of POST /samples and POST /predict.
struct Samples {
  std::vector<Sample> all;
  std::vector<Show> shows;  // as many
  bool many = false;        // they came in an array

  Problem at(std::size_t sample, const std::string& what) const;  // says which one
  // Throws Problem unless every sample has `width` finite values, or as many as the first if that
  // is 0.
  void check(std::size_t width) const;
};

// `pictures`: a sample with a picture may do without values.
Samples read_samples(const std::string& body, bool pictures);

}  // namespace mpart::serve
