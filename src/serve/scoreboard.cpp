#include "serve/scoreboard.hpp"

#include <algorithm>

#include "mpart/archive.hpp"

namespace mpart::serve {

namespace {

constexpr std::size_t kMostGuesses = 65536;  // as many as a ledger has queries
constexpr std::size_t kMostHits = 100;       // enough for a percentage, few enough to show progress
constexpr std::size_t kMostMoments = 200;    // as many as a chart on the page can show

}  // namespace

void Scoreboard::add_guess(QueryId id, std::string_view label) {
  guesses_[id] = label;
  if (guesses_.size() > kMostGuesses) guesses_.erase(guesses_.begin());
}

void Scoreboard::add_label(QueryId id, std::string_view label) {
  const auto guess = guesses_.find(id);
  if (guess == guesses_.end()) return;
  hits_.push_back(guess->second == label);
  if (hits_.size() > kMostHits) hits_.pop_front();
  guesses_.erase(guess);
}

std::uint64_t Scoreboard::right() const {
  return static_cast<std::uint64_t>(std::count(hits_.begin(), hits_.end(), true));
}

void Scoreboard::record(const Session& session) {
  const Counters& counters = session.counters();
  if (counters.samples % history_step_ != 0) return;
  history_.push_back({counters.samples, session.ledger().asked(), counters.labels, right()});
  if (history_.size() < kMostMoments) return;
  for (std::size_t i = 0; 2 * i + 1 < history_.size(); ++i) history_[i] = history_[2 * i + 1];
  history_.resize(history_.size() / 2);
  history_step_ *= 2;
}

std::string Scoreboard::encode() const {
  Writer writer;
  writer.u64(guesses_.size());
  for (const auto& [id, label] : guesses_) {
    writer.u64(id);
    writer.text(label);
  }
  writer.u64(hits_.size());
  for (const bool hit : hits_) writer.u8(hit ? 1 : 0);
  writer.u64(history_step_);
  writer.u64(history_.size());
  for (const Moment& moment : history_) {
    for (const std::uint64_t count :
         {moment.samples, moment.asked, moment.labelled, moment.right}) {
      writer.u64(count);
    }
  }
  return writer.bytes();
}

Scoreboard Scoreboard::decode(std::string_view bytes) {
  Scoreboard board;
  if (bytes.empty()) return board;
  Reader reader(bytes);
  constexpr std::size_t kGuessBytes = 8 + 8;  // at least
  for (std::size_t i = reader.count(kGuessBytes); i > 0; --i) {
    const QueryId id = reader.u64();
    board.guesses_[id] = reader.text();
  }
  for (std::size_t i = reader.count(1); i > 0; --i) board.hits_.push_back(reader.u8() != 0);
  board.history_step_ = reader.u64();
  board.history_.resize(reader.count(4 * sizeof(std::uint64_t)));
  for (Moment& moment : board.history_) {
    for (std::uint64_t* count : {&moment.samples, &moment.asked, &moment.labelled, &moment.right}) {
      *count = reader.u64();
    }
  }
  require(board.guesses_.size() <= kMostGuesses && board.hits_.size() <= kMostHits &&
              board.history_step_ > 0 && board.history_.size() < kMostMoments && reader.done(),
          "figures that do not hold together");
  return board;
}

}  // namespace mpart::serve
