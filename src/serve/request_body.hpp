#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

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
void read_values(const nlohmann::json& object, std::vector<double>& values);
Show read_show(const nlohmann::json& object);
std::string read_label(const std::string& body);
std::string checked_label(std::string label);

}  // namespace mpart::serve
