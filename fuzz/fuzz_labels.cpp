#include <algorithm>
#include <cstdint>
#include <sstream>

#include "label/terminal_oracle.hpp"
#include "wire/answer_json.hpp"

using namespace mpart;

namespace {

void require(bool fact) {
  if (!fact) __builtin_trap();
}

// Every line is an answer that makes sense or has a problem that can be shown.
void read_as_file(std::string_view bytes) {
  LateAnswer answer;
  std::string problem;
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
    const bool sound = wire::parse_answer(line, answer, problem);
    require(sound == problem.empty());
    require(problem.size() < 100);
    if (!sound) continue;
    const Answer::Kind kind = answer.answer.kind;
    require(kind == Answer::Kind::kLabel || kind == Answer::Kind::kSkip ||
            kind == Answer::Kind::kWithdraw);
    require((kind == Answer::Kind::kLabel) == !answer.answer.label.empty());
  }
}

// Whatever is typed, each question ends, no label is empty, and the screen sees no control
// character that was typed.
void read_as_typed(const std::string& bytes) {
  std::istringstream in(bytes);
  std::ostringstream out;
  TerminalOracle oracle(in, out);
  const Question question;
  const Prediction guess;
  std::vector<std::string> classes = {"cat", "Cow", "7\x1b"};
  for (QueryId id = 1; id <= 8; ++id) {
    const Answer answer = oracle.ask({id, question, guess, classes});
    for (const LateAnswer& late : oracle.collect()) {
      require(late.id < id);
      require((late.answer.kind == Answer::Kind::kLabel) == !late.answer.label.empty());
    }
    if (answer.kind == Answer::Kind::kQuit) break;
    require((answer.kind == Answer::Kind::kLabel) == !answer.label.empty());
    if (answer.kind == Answer::Kind::kLabel) classes.push_back(answer.label);
  }
  for (const char byte : out.str()) {
    require(byte == '\n' || (static_cast<unsigned char>(byte) >= 0x20 && byte != 0x7F));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  read_as_file(bytes);
  read_as_typed(bytes);
  return 0;
}
