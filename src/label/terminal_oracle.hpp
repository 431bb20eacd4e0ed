#pragma once

#include <cstddef>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "label/question_text.hpp"
#include "mpart/oracle.hpp"

namespace mpart {

// A person at a terminal. Understands names, numbers and prefixes of known classes, asks before it
// takes an unknown name for a new class, and can take answers back: those go out by collect(), so
// whoever runs the session calls Session::collect once more after the last question.
// The end of input means quit. Not thread-safe; the streams must outlive it.
class TerminalOracle : public Oracle {
 public:
  TerminalOracle(std::istream& in, std::ostream& out, SampleView view = {})
      : in_(in), out_(out), view_(std::move(view)) {}

  Answer ask(const Query& query) override;
  std::span<const LateAnswer> collect() override;
  void refuse(const LateAnswer& answer, const std::string& reason) override;

 private:
  struct Given {
    QueryId id = 0;
    std::string label;  // empty: it was skipped
  };

  bool read_line(std::string_view prompt, std::string& line);
  bool agreed(const std::string& question);
  bool choose_class(std::string_view typed, const std::vector<std::string>& classes,
                    std::string& label);
  void undo(std::string_view correction, const std::vector<std::string>& classes);
  void remember(QueryId id, const std::string& label);
  void help(const std::vector<std::string>& classes);

  std::istream& in_;
  std::ostream& out_;
  SampleView view_;
  std::size_t lines_left_ = 0;  // of the present question
  std::vector<Given> given_;    // the latest answers, newest last
  std::vector<LateAnswer> waiting_, delivered_;
};

}  // namespace mpart
