#include "serve/schema_check.hpp"

#include <algorithm>

namespace mpart::serve {

using Json = nlohmann::json;

namespace {

bool is_of(const Json& value, const std::string& type) {
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_boolean();
  return value.type_name() == type;
}

bool is_of_type(const Json& value, const Json& type) {
  if (type.is_string()) return is_of(value, type);
  return std::any_of(type.begin(), type.end(), [&](const Json& one) { return is_of(value, one); });
}

}  // namespace

const Json& SchemaCheck::resolved(const Json& object) const {
  if (!object.contains("$ref")) return object;
  return document_.at(Json::json_pointer(object["$ref"].get<std::string>().substr(1)));
}

std::string SchemaCheck::problem(const Json& value, const Json& given,
                                 const std::string& where) const {
  const Json& schema = resolved(given);
  if (schema.contains("type") && !is_of_type(value, schema["type"])) {
    return where + ": " + schema["type"].dump() + " expected, " + value.dump() + " found";
  }
  if (schema.contains("enum") &&
      std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end()) {
    return where + ": one of " + schema["enum"].dump() + " expected, " + value.dump() + " found";
  }
  if (value.is_number() &&
      (value < schema.value("minimum", value) || value > schema.value("maximum", value))) {
    return where + ": " + value.dump() + " is out of range";
  }
  std::string found = choice_problem(value, schema, where);
  if (found.empty() && value.is_object()) found = object_problem(value, schema, where);
  if (found.empty() && value.is_array()) found = array_problem(value, schema, where);
  return found;
}

std::string SchemaCheck::object_problem(const Json& value, const Json& schema,
                                        const std::string& where) const {
  for (const Json& key : schema.value("required", Json::array())) {
    if (!value.contains(key.get<std::string>())) return where + ": no " + key.dump();
  }
  if (!schema.contains("type")) return {};
  const Json properties = schema.value("properties", Json::object());
  const Json others = schema.value("additionalProperties", Json(false));
  for (const auto& [key, part] : value.items()) {
    const std::string inside = std::string(where).append(".").append(key);
    if (!properties.contains(key) && others == false) return inside + " is not described";
    if (!properties.contains(key) && others == true) continue;
    std::string found = problem(part, properties.contains(key) ? properties[key] : others, inside);
    if (!found.empty()) return found;
  }
  return {};
}

std::string SchemaCheck::array_problem(const Json& value, const Json& schema,
                                       const std::string& where) const {
  if (value.size() < schema.value("minItems", std::size_t{0}) ||
      value.size() > schema.value("maxItems", value.size())) {
    return where + ": " + std::to_string(value.size()) + " items";
  }
  for (std::size_t i = 0; i < value.size() && schema.contains("items"); ++i) {
    std::string found = problem(value[i], schema["items"], where + "[" + std::to_string(i) + "]");
    if (!found.empty()) return found;
  }
  return {};
}

std::string SchemaCheck::choice_problem(const Json& value, const Json& schema,
                                        const std::string& where) const {
  for (const char* kind : {"oneOf", "anyOf"}) {
    if (!schema.contains(kind)) continue;
    std::string problems;
    std::size_t fitting = 0;
    for (const Json& choice : schema[kind]) {
      const std::string found = problem(value, choice, where);
      fitting += found.empty() ? 1 : 0;
      problems += (problems.empty() ? "" : "; or ") + found;
    }
    if (fitting == 0) return problems;
    if (fitting > 1 && std::string(kind) == "oneOf") return where + ": fits more than one";
  }
  return {};
}

}  // namespace mpart::serve
