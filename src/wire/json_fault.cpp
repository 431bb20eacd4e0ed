#include "wire/json_fault.hpp"

#include <nlohmann/json.hpp>

#include "util/sanitize_text.hpp"
#include "wire/json_bounds.hpp"
#include "wire/limits.hpp"

namespace mpart::wire {
namespace {

constexpr std::size_t kShownToken = 40;
constexpr std::size_t kMostSearched = 1 << 20;  // bytes: nlohmann reads some 100 of them in 1 us

// Finds where a text stops being JSON; no tree is built of it.
class FaultFinder : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::json::exception& error) override {
    constexpr int kNumberOverflow = 406;
    problem = std::string(error.id == kNumberOverflow ? "a number too large" : "not JSON") +
              " at character " + std::to_string(position) + ", near " + '"' +
              sanitize_text(token, kShownToken) + '"';
    return false;
  }

  std::string problem;
};

}  // namespace

std::string problem_of_json(std::string_view text, const char* reason, bool is_number) {
  std::string excess = problem_of_bounds(text, {.most_values = kMostSampleJson});
  if (!excess.empty()) return excess;
  FaultFinder finder;
  if (text.size() <= kMostSearched) {
    nlohmann::json::sax_parse(text.begin(), text.end(), &finder);
  }
  if (!finder.problem.empty()) return finder.problem;
  if (is_number) {
    return "a whole number of more than 64 bits: write it with an exponent";
  }
  return std::string("not JSON: ") + reason;
}

}  // namespace mpart::wire
