#pragma once

#include <cstdint>

#include "mpart/archive.hpp"
#include "mpart/strategy.hpp"

namespace mpart {

// Where the stream stands in the present budget period, and what is left of its questions.
class Period {
 public:
  explicit Period(Budget budget) : budget_(budget), left_(budget.questions) { budget.check(); }

  // One more sample; true if it opens a new period. The budget is then whole again.
  bool advance();

  std::uint64_t time() const { return time_; }          // t of the sample, from 0
  std::uint64_t position() const { return position_; }  // t_p, 1 .. W
  std::uint64_t left() const { return left_; }          // b
  std::uint64_t to_come() const { return budget_.period - position_; }
  bool at_end() const { return position_ == budget_.period; }
  const Budget& budget() const { return budget_; }
  Standing standing() const { return {left_, position_}; }

  void spend();  // throws std::logic_error rather than ask one question too many

  void save(Writer& writer) const;
  void load(Reader& reader);

 private:
  Budget budget_;
  std::uint64_t left_;
  std::uint64_t position_ = 0;
  std::uint64_t time_ = ~std::uint64_t{0};  // the first advance() makes it 0
};

}  // namespace mpart
