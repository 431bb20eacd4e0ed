#include "wire/answer_json.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "mpart/error.hpp"
#include "util/sanitize_text.hpp"
#include "wire/json_bounds.hpp"
#include "wire/limits.hpp"
#include "wire/number_text.hpp"

namespace mpart::wire {

namespace {

using Json = nlohmann::json;

std::string no_such_field(std::string_view key) {
  constexpr std::size_t kShown = 40;
  return '"' + sanitize_text(key, kShown) + "\": no such field";
}

// Takes the parser's events, so that no tree is built.
class AnswerHandler : public nlohmann::json_sax<Json> {
 public:
  AnswerHandler(LateAnswer& out, std::string& problem, const AnswerRules& rules)
      : out_(out), problem_(problem), rules_(rules) {}

  // The object has ended.
  bool complete() {
    const std::optional<QueryId> query = rules_.query;
    if (!seen(Key::kId) && !query) return fail("no \"id\"");
    if (seen(Key::kId) && query && out_.id != *query) {
      return fail("\"id\": " + std::to_string(*query) + " expected, " + std::to_string(out_.id) +
                  " found");
    }
    if (query) out_.id = *query;
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
    return id(whole_number(is));
  }
  bool number_float(number_float_t is, const string_t&) override {
    if (here() && key_ == Key::kId) return id(whole_number(is));
    std::string text;
    write_number(is, text);
    return label(std::move(text));
  }
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
    if (key_ == Key::kOther) return !rules_.refuse_unknown || fail(no_such_field(name));
    if (seen(key_)) return fail('"' + name + "\" found twice");
    seen_[static_cast<std::size_t>(key_)] = true;
    return true;
  }

  bool seen(Key key) const { return seen_[static_cast<std::size_t>(key)]; }

  bool id(std::optional<std::uint64_t> number) {
    if (!number) return wrong_type();
    out_.id = *number;
    return true;
  }

  bool label(std::string text) {
    if (!here()) return true;
    if (key_ != Key::kLabel) return wrong_type();
    const std::string problem = problem_of_label(text);
    if (!problem.empty()) return fail("\"label\": " + problem);
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
  const AnswerRules& rules_;
  std::size_t depth_ = 0;       // 1: in the answer's object
  Key key_ = Key::kOther;       // of the value at depth 1
  std::array<bool, 5> seen_{};  // by Key
  bool skip_ = false, withdraw_ = false;
};

// Gives the events inside a list to an AnswerHandler for each of its answers.
class AnswerListHandler : public nlohmann::json_sax<Json> {
 public:
  bool complete() {
    if (!has_list_) return fail("no \"answers\"");
    return !answers_.empty() || fail("at least one answer expected, none found");
  }
  const std::string& problem() const { return problem_; }
  std::vector<LateAnswer> take() { return std::move(answers_); }

  bool null() override {
    return one([](auto& to) { return to.null(); });
  }
  bool boolean(bool is) override {
    return one([=](auto& to) { return to.boolean(is); });
  }
  bool number_integer(number_integer_t is) override {
    return one([=](auto& to) { return to.number_integer(is); });
  }
  bool number_unsigned(number_unsigned_t is) override {
    return one([=](auto& to) { return to.number_unsigned(is); });
  }
  bool number_float(number_float_t is, const string_t& text) override {
    return one([&](auto& to) { return to.number_float(is, text); });
  }
  bool string(string_t& is) override {
    return one([&](auto& to) { return to.string(is); });
  }
  bool binary(binary_t&) override { return false; }  // JSON text has none

  bool start_array(std::size_t size) override {
    if (in_list_) return one([=](auto& to) { return to.start_array(size); });
    in_list_ = has_list_ = true;
    return true;
  }
  bool end_array() override {
    in_list_ = false;
    return true;
  }
  bool start_object(std::size_t size) override {
    if (!in_list_ && !in_object_) return in_object_ = true;
    if (!in_list_) return wrong_type();
    if (!inside_) {
      if (answers_.size() == kMostAnswers) {
        return fail("at most " + std::to_string(kMostAnswers) + " answers expected");
      }
      answers_.emplace_back();
      handler_.emplace(answers_.back(), problem_, kRules);
    }
    inside_ = true;
    return named(handler_->start_object(size));
  }
  bool end_object() override {
    return !std::exchange(inside_, false) || named(handler_->complete());
  }
  bool key(string_t& name) override {
    if (inside_) return named(handler_->key(name));
    if (name != "answers") return fail(no_such_field(name));
    return !has_list_ || fail("\"answers\" found twice");
  }
  bool parse_error(std::size_t position, const std::string&, const Json::exception&) override {
    return fail("not JSON at character " + std::to_string(position));
  }

 private:
  static constexpr AnswerRules kRules{.refuse_unknown = true};

  // An event of the present answer.
  template <typename Event>
  bool one(Event event) {
    return inside_ ? named(event(*handler_)) : wrong_type();
  }

  bool wrong_type() {
    if (!in_list_) return fail("an array of answers expected");
    problem_ = "an object expected";
    answers_.emplace_back();
    return named(false);
  }

  bool named(bool good) {
    if (!good) problem_ = "answer " + std::to_string(answers_.size()) + ": " + problem_;
    return good;
  }

  bool fail(std::string what) {
    problem_ = std::move(what);
    return false;
  }

  std::vector<LateAnswer> answers_;
  std::string problem_;
  std::optional<AnswerHandler> handler_;  // of the present answer
  bool in_object_ = false;                // {"answers":...
  bool in_list_ = false, has_list_ = false;
  bool inside_ = false;  // the present answer, in which there are no arrays and objects
};

}  // namespace

bool parse_answer(std::string_view json, LateAnswer& out, std::string& problem,
                  const AnswerRules& rules) {
  out = {};
  problem = problem_of_bounds(json);
  if (!problem.empty()) return false;
  AnswerHandler handler(out, problem, rules);
  return Json::sax_parse(json.begin(), json.end(), &handler) && handler.complete();
}

LateAnswer read_answer(std::string_view json, const AnswerRules& rules) {
  LateAnswer late;
  std::string problem;
  if (!parse_answer(json, late, problem, rules)) throw invalid_data(problem);
  return late;
}

std::vector<LateAnswer> read_answers(std::string_view json) {
  check_bounds(json);
  AnswerListHandler handler;
  if (!Json::sax_parse(json.begin(), json.end(), &handler) || !handler.complete()) {
    throw invalid_data(handler.problem());
  }
  return handler.take();
}

}  // namespace mpart::wire
