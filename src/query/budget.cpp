#include <charconv>
#include <stdexcept>
#include <string>

#include "mpart/error.hpp"
#include "query/period.hpp"

namespace mpart {

void Budget::check() const {
  if (questions >= 1 && questions <= period) return;
  throw Error(ErrorKind::kBadUse, "budget " + std::to_string(questions) + "/" +
                                      std::to_string(period) +
                                      " must ask at least 1 question and at most one a sample");
}

Budget Budget::parse(std::string_view text) {
  Budget budget;
  const char* const end = text.data() + text.size();
  const auto [slash, first] = std::from_chars(text.data(), end, budget.questions);
  if (first == std::errc() && slash != end && *slash == '/') {
    const auto [rest, second] = std::from_chars(slash + 1, end, budget.period);
    if (second == std::errc() && rest == end) {
      budget.check();
      return budget;
    }
  }
  throw Error(ErrorKind::kBadUse,
              "budget must be B/W, such as 1/100, not \"" + std::string(text) + "\"");
}

bool Period::advance() {
  ++time_;
  const bool opens = position_ == 0 || at_end();
  if (opens) {
    position_ = 0;
    left_ = budget_.questions;
  }
  ++position_;
  return opens;
}

void Period::spend() {
  if (left_ == 0) throw std::logic_error("a strategy would exceed its budget");
  --left_;
}

void Period::save(Writer& writer) const {
  writer.u64(left_);
  writer.u64(position_);
  writer.u64(time_);
}

void Period::load(Reader& reader) {
  left_ = reader.u64();
  position_ = reader.u64();
  time_ = reader.u64();
  require(left_ <= budget_.questions && position_ <= budget_.period, "more budget than was given");
}

}  // namespace mpart
