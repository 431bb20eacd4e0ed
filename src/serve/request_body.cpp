#include "serve/request_body.hpp"

#include <algorithm>

#include "serve/limits.hpp"

namespace mpart::serve {

using Json = nlohmann::json;

Json parsed(const std::string& body) {
  Json value = Json::parse(body, nullptr, false);
  if (value.is_discarded()) throw Problem{400, "the body is not JSON"};
  return value;
}

std::string text_of(const Json& object, const char* key, std::size_t longest) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return {};
  if (!found->is_string()) throw Problem{400, std::string("\"") + key + "\" must be a text"};
  const auto& text = found->get_ref<const std::string&>();
  if (text.size() > longest) throw Problem{400, std::string("\"") + key + "\" is too long"};
  return text;
}

std::string read_label(const std::string& body) {
  const Json object = parsed(body);
  if (!object.is_object()) throw Problem{400, R"({"label":"..."} expected)"};
  return checked_label(text_of(object, "label", kLongestLabel));
}

std::string checked_label(std::string label) {
  if (label.size() > kLongestLabel) throw Problem{400, "\"label\" is too long"};
  const bool printable = std::none_of(label.begin(), label.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
  });
  if (label.empty() || !printable) throw Problem{400, "\"label\" must be a text without controls"};
  return label;
}

}  // namespace mpart::serve
