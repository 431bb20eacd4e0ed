#include "serve/engine.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace mpart::serve {

using Clock = std::chrono::steady_clock;

namespace {

// Bit by bit: a missing value, NaN, is equal to itself here.
bool are_same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b, {}, std::bit_cast<std::uint64_t, double>,
                            std::bit_cast<std::uint64_t, double>);
}

bool asks_about_earlier(StrategyKind strategy) {
  return strategy != StrategyKind::kExplorer && strategy != StrategyKind::kRandom;
}

}  // namespace

Engine::Engine(boost::asio::io_context& context, const WriteBehind::Options& options, Session start,
               Log& log)
    : desk_(QuestionDesk::Rules()),
      disk_(
          context, options, std::move(start),
          [this](const WriteBehind::Outcome& outcome) { settle(outcome); }, log) {
  const Ledger& ledger = session().ledger();
  for (std::size_t i = 0; i < ledger.size(); ++i) {
    const LedgerEntry& query = ledger.at(i);
    if (query.state == LedgerEntry::State::kOpen) desk_.open(query.id, {}, Clock::now());
  }
  recover_scoreboard();
}

void Engine::recover_scoreboard() {
  constexpr const char* kPart = "scoreboard";
  scoreboard_ = Scoreboard::decode(disk_.durable().recovered_part(kPart));
  for (const LateAnswer& late : disk_.durable().replayed_labels()) {
    scoreboard_.add_label(late.id, late.answer.label);
  }
  disk_.keep(kPart, [this] { return scoreboard_.encode(); });
}

const Step& Engine::observe(const Sample& sample, Show show) {
  const Step& step = disk_.observe(sample);
  // Nobody is asked about a sample with a label.
  if (sample.label.empty()) recent_shows_.keep(sample.values, std::move(show));
  for (const QueryId id : step.queries) {
    const LedgerEntry* const asked = session().ledger().find(id);
    if (asked == nullptr) continue;
    std::optional<Show> shown = recent_shows_.take(asked->values);
    if (shown) unwritten_shows_[id] = std::move(*shown);
  }
  if (!asks_about_earlier(session().options().strategy)) recent_shows_.clear();
  if (!step.queries.empty()) {
    const QueryId last = step.queries.back();
    if (are_same(session().ledger().find(last)->values, sample.values)) {
      const Prediction& guess = step.prediction;
      scoreboard_.add_guess(last, guess.known ? session().predicted(guess) : "");
    }
    // The ledger forgets its oldest queries when new ones are asked.
    for (const QueryId id : desk_.close_before(session().ledger().oldest())) {
      tell(News::Kind::kAnswer, id);
    }
  }
  scoreboard_.record(session());
  tell(News::Kind::kModel);
  return step;
}

void Engine::settle(const WriteBehind::Outcome& outcome) {
  if (outcome.has_annotations) tell(News::Kind::kModel);
  for (const QueryId id : outcome.queries) open_query(id);
  for (const LateAnswer& late : outcome.answers) {
    const LedgerEntry* query = session().ledger().find(late.id);
    if (query != nullptr && query->state != LedgerEntry::State::kOpen) desk_.close(late.id);
    if (late.answer.kind == Answer::Kind::kLabel) scoreboard_.add_label(late.id, late.answer.label);
    tell(News::Kind::kAnswer, late.id);
  }
}

// A query that was lost on its way to disk, or that the ledger has forgotten, is not opened.
void Engine::open_query(QueryId id) {
  auto show = unwritten_shows_.extract(id);
  const LedgerEntry* query = session().ledger().find(id);
  if (query == nullptr || query->state != LedgerEntry::State::kOpen) return;
  desk_.open(id, show.empty() ? Show() : std::move(show.mapped()), Clock::now());
  tell(News::Kind::kQuery, id);
}

std::optional<QueryId> Engine::next(const std::string& client, std::optional<QueryId> after) {
  const auto now = Clock::now();
  desk_.forget_old_shows(now);
  Prediction prediction;
  return desk_.next(client, after, now, [&](QueryId id) {
    guess(id, prediction);
    return prediction.score;
  });
}

void Engine::guess(QueryId id, Prediction& out) {
  const LedgerEntry* query = session().ledger().find(id);
  if (query == nullptr || query->values.empty()) return;
  Sample sample;
  sample.values = query->values;
  predict(sample, out);
}

std::uint64_t Engine::withdrawn() const {
  const Ledger& ledger = session().ledger();
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < ledger.size(); ++i) {
    count += ledger.at(i).state == LedgerEntry::State::kWithdrawn ? 1 : 0;
  }
  return count;
}

void Engine::tell(News::Kind kind, QueryId query) {
  if (listener_) listener_({kind, query});
}

}  // namespace mpart::serve
