#include "serve/engine.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <utility>

#include "mpart/error.hpp"

namespace mpart::serve {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t kKeptGuesses = 65536;

}  // namespace

Engine::Engine(asio::io_context& context, EngineOptions options, Session start)
    : context_(context),
      options_(std::move(options)),
      store_(options_.folder),
      durable_(store_, std::move(start), options_.accept_damage),
      desk_(options_.desk),
      last_event_(store_.last_event()),
      retry_(context),
      snapshots_(context) {
  open_questions();
  snapshot_later();
}

Engine::~Engine() { disk_.join(); }

void Engine::open_questions() {
  const Ledger& ledger = session().ledger();
  for (std::size_t i = 0; i < ledger.size(); ++i) {
    const LedgerEntry& asked = ledger.at(i);
    if (asked.state == LedgerEntry::State::kOpen) desk_.open(asked.id, {}, Clock::now());
  }
}

const Step& Engine::observe(const Sample& sample, Show show) {
  const Step& step = durable_.observe(sample);
  changed_ = true;
  if (step.asked > 0) {
    const QueryId last = session().ledger().asked();
    if (!show.empty()) unwritten_shows_[last] = std::move(show);
    guesses_[last] = session().answer(step.prediction);
    if (guesses_.size() > kKeptGuesses) guesses_.erase(guesses_.begin());
  }
  remember();
  tell(News::Kind::kModel);
  return step;
}

void Engine::answer(QueryId id, Answer answer) { durable_.answer(id, std::move(answer)); }

void Engine::when_written(Then then) {
  waiting_.push_back(std::move(then));
  if (!busy_) write();
}

// One batch at a time; what comes meanwhile is the next.
void Engine::write() {
  auto batch = std::make_shared<DurableSession::Batch>(durable_.take(last_event_));
  std::swap(writing_, waiting_);
  busy_ = true;
  if (batch->empty()) return have_written(*batch, problem_);
  asio::post(disk_, [this, batch] {
    std::string problem;
    try {
      store_.append(batch->events);
    } catch (const Error& error) {
      problem = error.what();
    }
    const std::uint64_t last = store_.last_event();
    asio::post(context_, [this, batch, problem, last] {
      last_event_ = last;
      have_written(*batch, problem);
    });
  });
}

void Engine::have_written(const DurableSession::Batch& batch, const std::string& problem) {
  Written written{problem, {}};
  if (!batch.empty() && problem.empty()) {
    for (const DurableSession::Refusal& refusal : durable_.done(batch)) {
      written.refused[refusal.answer.id] = refusal.reason;
    }
    changed_ = true;
    if (batch.has_lessons) tell(News::Kind::kModel);
  } else if (!batch.empty()) {
    durable_.lost(batch);
    problem_ = problem;
    try_again_later();
  }
  for (const QueryId id : batch.questions) {
    Show show;
    if (const auto kept = unwritten_shows_.find(id); kept != unwritten_shows_.end()) {
      show = std::move(kept->second);
      unwritten_shows_.erase(kept);
    }
    if (!problem.empty()) continue;
    desk_.open(id, std::move(show), Clock::now());
    tell(News::Kind::kQuery, id);
  }
  if (problem.empty()) count_answers(batch);
  busy_ = false;
  for (const Then& then : std::exchange(writing_, {})) then(written);
  if (!waiting_.empty() && !busy_) write();
}

void Engine::count_answers(const DurableSession::Batch& batch) {
  constexpr std::size_t kCounted = 100;
  for (const LateAnswer& late : batch.answers) {
    const LedgerEntry* asked = session().ledger().find(late.id);
    if (asked != nullptr && asked->state != LedgerEntry::State::kOpen) desk_.close(late.id);
    const auto guess = guesses_.find(late.id);
    if (guess != guesses_.end() && late.answer.kind == Answer::Kind::kLabel) {
      hits_.push_back(guess->second == late.answer.label);
      if (hits_.size() > kCounted) hits_.pop_front();
      guesses_.erase(guess);
    }
    tell(News::Kind::kAnswer, late.id);
  }
}

std::uint64_t Engine::answers_right() const {
  return static_cast<std::uint64_t>(std::count(hits_.begin(), hits_.end(), true));
}

void Engine::try_again_later() {
  retry_.expires_after(std::chrono::seconds(1));
  retry_.async_wait([this](const boost::system::error_code& stopped) {
    if (stopped) return;
    asio::post(disk_, [this] {
      std::string problem;
      try {
        store_.try_to_write();
      } catch (const Error& error) {
        problem = error.what();
      }
      asio::post(context_, [this, problem] {
        problem_ = problem;
        if (!problem.empty()) try_again_later();
      });
    });
  });
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
  Sample sample;
  const LedgerEntry* asked = session().ledger().find(id);
  if (asked == nullptr || asked->values.empty()) return;
  sample.values = asked->values;
  predict(sample, out);
}

void Engine::snapshot(std::function<void(const StateStore::Snapshot&, const std::string&)> then) {
  changed_ = false;
  auto model = std::make_shared<std::string>(durable_.encode());
  asio::post(disk_, [this, model, through = durable_.through(), beside = durable_.beside(),
                     then = std::move(then)] {
    StateStore::Snapshot snapshot;
    std::string problem;
    try {
      snapshot = store_.save_snapshot(*model, through, beside);
    } catch (const Error& error) {
      problem = error.what();
    }
    asio::post(context_, [this, snapshot, problem, then] {
      changed_ = changed_ || !problem.empty();
      if (then) then(snapshot, problem);
    });
  });
}

void Engine::snapshot_later() {
  snapshots_.expires_after(std::chrono::seconds(options_.snapshot_seconds));
  snapshots_.async_wait([this](const boost::system::error_code& stopped) {
    if (stopped) return;
    if (changed_ && problem_.empty()) snapshot({});
    snapshot_later();
  });
}

void Engine::stop(std::function<void()> then) {
  retry_.cancel();
  snapshots_.cancel();
  if (!changed_) return then();
  snapshot([then = std::move(then)](const StateStore::Snapshot& /*snapshot*/,
                                    const std::string& /*problem*/) { then(); });
}

// Few points, evenly spread over the samples: every second one goes when there are too many.
void Engine::remember() {
  constexpr std::size_t kMoments = 200;
  const Counters& counters = session().counters();
  if (counters.samples % history_step_ != 0) return;
  history_.push_back(
      {counters.samples, session().ledger().asked(), counters.labels, answers_right()});
  if (history_.size() < kMoments) return;
  for (std::size_t i = 0; 2 * i + 1 < history_.size(); ++i) history_[i] = history_[2 * i + 1];
  history_.resize(history_.size() / 2);
  history_step_ *= 2;
}

void Engine::tell(News::Kind kind, QueryId query) {
  if (listener_) listener_({kind, query});
}

}  // namespace mpart::serve
