#include "label/answer_json.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace mpart {

namespace {

using Json = nlohmann::json;

// As data files spell a number that is a class: 3, not 3.0; otherwise the fewest digits.
std::string number_text(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53: up to here every integer is a double
  std::array<char, 32> digits{};
  char* const end = digits.data() + digits.size();
  const bool integral = std::abs(value) <= kExact && value == std::trunc(value);
  const auto result = integral ? std::to_chars(digits.data(), end, static_cast<long long>(value))
                               : std::to_chars(digits.data(), end, value);
  return {digits.data(), result.ptr};
}

// Takes the parser's events, so that no tree is built of a line that may be deep or large.
class AnswerHandler : public nlohmann::json_sax<Json> {
 public:
  AnswerHandler(LateAnswer& out, std::string& problem) : out_(out), problem_(problem) {}

  bool complete() {
    if (!seen(Key::kId)) return fail("no \"id\"");
    const bool label = !out_.answer.label.empty();
    if (label + skip_ + withdraw_ > 1) return fail("more than one answer");
    const bool null_label = seen(Key::kLabel) && !label;
    if (!label && !skip_ && !withdraw_ && !null_label) {
      return fail(R"(no "label", "skip" or "withdraw")");
    }
    out_.answer.kind = label   ? Answer::Kind::kLabel
                       : skip_ ? Answer::Kind::kSkip
                               : Answer::Kind::kWithdraw;
    return true;
  }

  bool null() override { return !here() || key_ == Key::kLabel || wrong_type(); }
  bool boolean(bool is) override {
    if (!here()) return true;
    if (key_ == Key::kLabel) return label(is ? "true" : "false");
    if (key_ != Key::kSkip && key_ != Key::kWithdraw) return wrong_type();
    (key_ == Key::kSkip ? skip_ : withdraw_) = is;
    return true;
  }
  bool number_integer(number_integer_t is) override { return label(std::to_string(is)); }
  bool number_unsigned(number_unsigned_t is) override {
    if (!here() || key_ != Key::kId) return label(std::to_string(is));
    out_.id = is;
    return true;
  }
  bool number_float(number_float_t is, const string_t&) override { return label(number_text(is)); }
  bool string(string_t& is) override { return label(std::move(is)); }
  bool binary(binary_t&) override { return false; }  // JSON text has none
  bool start_object(std::size_t) override { return enter(depth_ == 0); }
  bool start_array(std::size_t) override { return enter(false); }
  bool end_object() override { return depth_-- > 0; }
  bool end_array() override { return depth_-- > 0; }
  bool key(string_t& name) override {
    if (depth_ == 1) return select(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const Json::exception&) override {
    return fail("not JSON at character " + std::to_string(position));
  }

 private:
  enum class Key { kOther, kId, kLabel, kSkip, kWithdraw };

  // Anything but an object is wrong at the top; inside other keys' values nothing is looked at.
  bool here() const { return depth_ == 0 || (depth_ == 1 && key_ != Key::kOther); }

  bool enter(bool allowed) {
    if (!allowed && here()) return wrong_type();
    ++depth_;
    return true;
  }

  bool select(const std::string& name) {
    key_ = name == "id"         ? Key::kId
           : name == "label"    ? Key::kLabel
           : name == "skip"     ? Key::kSkip
           : name == "withdraw" ? Key::kWithdraw
                                : Key::kOther;
    if (key_ == Key::kOther) return true;
    if (seen(key_)) return fail('"' + name + "\" found twice");
    seen_[static_cast<std::size_t>(key_)] = true;
    return true;
  }

  bool seen(Key key) const { return seen_[static_cast<std::size_t>(key)]; }

  bool label(std::string text) {
    if (!here()) return true;
    if (key_ != Key::kLabel) return wrong_type();
    if (text.empty()) return fail("an empty \"label\"");
    out_.answer.label = std::move(text);
    return true;
  }

  bool wrong_type() {
    if (depth_ == 0) return fail("an object expected");
    return fail(key_ == Key::kId      ? "\"id\": the number of a query expected"
                : key_ == Key::kLabel ? "\"label\": a string, a number or null expected"
                : key_ == Key::kSkip  ? "\"skip\": true or false expected"
                                      : "\"withdraw\": true or false expected");
  }

  bool fail(std::string what) {
    problem_ = std::move(what);
    return false;
  }

  LateAnswer& out_;
  std::string& problem_;
  std::size_t depth_ = 0;       // 1: in the answer's object
  Key key_ = Key::kOther;       // of the value at depth 1
  std::array<bool, 5> seen_{};  // by Key
  bool skip_ = false, withdraw_ = false;
};

}  // namespace

bool parse_answer(std::string_view line, LateAnswer& out, std::string& problem) {
  out = {};
  problem.clear();
  AnswerHandler handler(out, problem);
  return Json::sax_parse(line.begin(), line.end(), &handler) && handler.complete();
}

}  // namespace mpart
