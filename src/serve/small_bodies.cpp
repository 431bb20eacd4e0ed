#include "serve/small_bodies.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "mpart/error.hpp"
#include "serve/http_json.hpp"
#include "util/sanitize_text.hpp"
#include "wire/limits.hpp"

namespace mpart::serve {

namespace {

constexpr const char* kNext = R"({"client":"..."} expected)";
constexpr const char* kBudget = R"({"questions":1,"period":100} expected)";
constexpr const char* kExtra = R"({"extra":50} expected)";
constexpr const char* kDemo = R"({"answers_itself":true} expected)";
constexpr const char* kNothing = "no body or {} expected";

// `expected` is the message for what is no object.
Json parse_object(const std::string& body, const char* expected,
                  std::initializer_list<std::string_view> known) {
  Json object = parsed(body);
  if (!object.is_object()) throw invalid_data(expected);
  for (const auto& [key, value] : object.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    constexpr std::size_t kShown = 40;
    throw invalid_data('"' + sanitize_text(key, kShown) + "\": no such field");
  }
  return object;
}

std::uint64_t whole_number_in(const Json& object, const char* key, const char* expected) {
  const auto found = object.find(key);
  if (found == object.end()) throw invalid_data(expected);
  const std::uint64_t number = whole_number_of(*found).value_or(0);
  if (number > 0) return number;
  throw invalid_data('"' + std::string(key) + "\": a whole number of at least 1 expected");
}

}  // namespace

NextRequest read_next(const std::string& body) {
  const Json object = parse_object(body, kNext, {"client", "after"});
  NextRequest next;
  const Json client = object.value("client", Json());
  if (!client.is_string() && !client.is_null()) {
    throw invalid_data("\"client\": a string expected");
  }
  if (client.is_string()) next.client = client.get<std::string>();
  if (next.client.empty()) throw invalid_data("\"client\" is needed");
  if (next.client.size() > wire::kLongestClient) {
    throw invalid_data("\"client\": at most " + std::to_string(wire::kLongestClient) +
                       " bytes expected, " + std::to_string(next.client.size()) + " found");
  }
  const Json after = object.value("after", Json());
  next.after = whole_number_of(after);
  if (!next.after && !after.is_null()) {
    throw invalid_data("\"after\": the number of a query or null expected");
  }
  return next;
}

Budget read_budget(const std::string& body) {
  const Json object = parse_object(body, kBudget, {"questions", "period"});
  const Budget budget{whole_number_in(object, "questions", kBudget),
                      whole_number_in(object, "period", kBudget)};
  budget.check();
  return budget;
}

std::uint64_t read_extra(const std::string& body) {
  return whole_number_in(parse_object(body, kExtra, {"extra"}), "extra", kExtra);
}

bool read_demo(const std::string& body) {
  const Json object = parse_object(body, kDemo, {"answers_itself"});
  const auto wanted = object.find("answers_itself");
  if (wanted == object.end() || !wanted->is_boolean()) throw invalid_data(kDemo);
  return wanted->get<bool>();
}

void read_nothing(const std::string& body) {
  if (!body.empty()) parse_object(body, kNothing, {});
}

}  // namespace mpart::serve
