#include "label/terminal_oracle.hpp"

#include <algorithm>
#include <istream>
#include <ostream>

#include "label/class_names.hpp"
#include "label/question_text.hpp"
#include "util/sanitize_text.hpp"

namespace mpart {

namespace {

constexpr std::size_t kLinesPerQuestion = 100;  // then it is not a person who types
constexpr std::size_t kLongestLine = 4096;      // bytes
constexpr std::size_t kRemembered = 1000;       // answers that can be taken back

struct Command {
  enum class Kind { kHelp, kSkip, kQuit, kUndo, kName };
  Kind kind = Kind::kName;
  std::string_view text;  // a class, or nothing after kUndo
};

// A command's first letter stands for it unless a class is called so.
bool is_command(std::string_view typed, std::string_view word,
                const std::vector<std::string>& classes) {
  return typed == word || (typed == word.substr(0, 1) &&
                           std::find(classes.begin(), classes.end(), typed) == classes.end());
}

Command read_command(std::string_view line, const std::vector<std::string>& classes) {
  const std::string_view typed = without_outer_spaces(line);
  const std::string_view first = typed.substr(0, typed.find(' '));
  if (typed.empty() || typed == "?" || typed == "help") return {Command::Kind::kHelp, {}};
  if (is_command(typed, "skip", classes)) return {Command::Kind::kSkip, {}};
  if (is_command(typed, "quit", classes)) return {Command::Kind::kQuit, {}};
  if (is_command(typed, "undo", classes)) return {Command::Kind::kUndo, {}};
  if (is_command(first, "undo", classes)) {
    return {Command::Kind::kUndo, without_outer_spaces(typed.substr(first.size()))};
  }
  return {Command::Kind::kName, typed};
}

std::string quote(std::string_view name) { return '"' + sanitize_text(name) + '"'; }

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 10;
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) {
    out += (i == 0 ? "" : ", ") + sanitize_text(names[i]);
  }
  return names.size() > kShown ? out + ", ..." : out;
}

}  // namespace

Answer TerminalOracle::ask(const Query& query) {
  lines_left_ = kLinesPerQuestion;
  out_ << '\n' << question_text(query, view_);
  std::string line;
  std::string label;
  while (read_line("label (? for help)> ", line)) {
    const Command command = read_command(line, query.classes);
    switch (command.kind) {
      case Command::Kind::kHelp:
        help(query.classes);
        break;
      case Command::Kind::kSkip:
        remember(query.id, "");
        return {Answer::Kind::kSkip, ""};
      case Command::Kind::kQuit:
        return {Answer::Kind::kQuit, ""};
      case Command::Kind::kUndo:
        undo(command.text, query.classes);
        break;
      case Command::Kind::kName:
        if (!choose_class(command.text, query.classes, label)) break;
        remember(query.id, label);
        return Answer::of(label);
    }
  }
  out_ << "\nno more input: question " << query.id << " stays open\n" << std::flush;
  return {Answer::Kind::kQuit, ""};
}

std::span<const LateAnswer> TerminalOracle::collect() {
  delivered_.clear();
  delivered_.swap(waiting_);
  return delivered_;
}

void TerminalOracle::refuse(const LateAnswer& /*answer*/, const std::string& reason) {
  out_ << "not possible: " << sanitize_text(reason) << '\n' << std::flush;
}

// False at the end of input. Too long a line is dropped whole, lest a piece of it become a label.
bool TerminalOracle::read_line(std::string_view prompt, std::string& line) {
  for (; lines_left_ > 0; --lines_left_) {
    out_ << prompt << std::flush;
    line.clear();
    std::size_t length = 0;
    char byte = 0;
    while (in_.get(byte) && byte != '\n') {
      if (++length <= kLongestLine) line += byte;
    }
    if (!in_ && length == 0) return false;
    if (length <= kLongestLine) {
      --lines_left_;
      return true;
    }
    out_ << "that line is too long\n";
  }
  return false;
}

bool TerminalOracle::agreed(const std::string& question) {
  std::string line;
  if (!read_line(question + " [y/n] ", line)) return false;
  const std::string_view typed = without_outer_spaces(line);
  return typed == "y" || typed == "Y" || typed == "yes";
}

bool TerminalOracle::choose_class(std::string_view typed, const std::vector<std::string>& classes,
                                  std::string& label) {
  const NameMatch match = match_name(typed, classes);
  label = match.name;
  switch (match.kind) {
    case NameMatch::Kind::kSure:
      return true;
    case NameMatch::Kind::kPerhaps:
      if (agreed("did you mean " + sanitize_text(match.name) + "?")) return true;
      out_ << "not taken; type +" << sanitize_text(typed) << " for a new class\n";
      return false;
    case NameMatch::Kind::kSeveral:
      out_ << "several classes start so: " << listed(match.candidates) << "; type +"
           << sanitize_text(typed) << " for a new class\n";
      return false;
    case NameMatch::Kind::kNew:
      if (agreed("new class " + quote(match.name) + "?")) return true;
      out_ << "not taken\n";
      return false;
    case NameMatch::Kind::kUnusable:
      out_ << match.name << '\n';
      return false;
  }
  return false;
}

void TerminalOracle::undo(std::string_view correction, const std::vector<std::string>& classes) {
  if (given_.empty()) {
    out_ << "there is no answer to take back\n";
    return;
  }
  Given& last = given_.back();
  const std::string which = "question " + std::to_string(last.id);
  if (last.label.empty()) {
    out_ << which << " was skipped, which cannot be taken back; undo again for the one before\n";
    given_.pop_back();
    return;
  }
  if (correction.empty()) {
    waiting_.push_back({last.id, {Answer::Kind::kWithdraw, ""}});
    out_ << which << ": " << quote(last.label) << " is withdrawn; back to this question\n";
    given_.pop_back();
    return;
  }
  std::string label;
  if (!choose_class(correction, classes, label)) return;
  waiting_.push_back({last.id, Answer::of(label)});
  out_ << which << ": " << quote(last.label) << " is corrected to " << quote(label)
       << "; back to this question\n";
  last.label = label;
}

void TerminalOracle::remember(QueryId id, const std::string& label) {
  if (given_.size() == kRemembered) given_.erase(given_.begin());
  given_.push_back({id, label});
}

void TerminalOracle::help(const std::vector<std::string>& classes) {
  out_ << "  NAME        this class; the start of a name will do\n"
          "  #3          the third class of the list\n"
          "  +NAME       a class by exactly this name, new or not\n"
          "  skip, s     nobody can tell\n"
          "  undo, u     take the answer before this one back\n"
          "  undo NAME   correct the answer before this one\n"
          "  quit, q     stop; this question stays open\n"
       << classes_text(classes);
}

}  // namespace mpart
