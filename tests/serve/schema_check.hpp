#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace mpart::serve {

// What of JSON Schema docs/openapi.json uses. Stricter in one thing: an object has no other keys
// than those described.
class SchemaCheck {
 public:
  explicit SchemaCheck(const nlohmann::json& document) : document_(document) {}

  // What is wrong, with where it is; empty if nothing.
  std::string problem(const nlohmann::json& value, const nlohmann::json& given,
                      const std::string& where = "$") const;

  // What a {"$ref":"#/..."} stands for; anything else is itself.
  const nlohmann::json& resolved(const nlohmann::json& object) const;

 private:
  std::string object_problem(const nlohmann::json& value, const nlohmann::json& schema,
                             const std::string& where) const;
  std::string array_problem(const nlohmann::json& value, const nlohmann::json& schema,
                            const std::string& where) const;
  std::string choice_problem(const nlohmann::json& value, const nlohmann::json& schema,
                             const std::string& where) const;

  const nlohmann::json& document_;
};

}  // namespace mpart::serve
