#include "serve/engine.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <filesystem>
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
      flush_(context),
      retry_(context),
      snapshots_(context) {
  open_questions();
  find_last_snapshot();
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

void Engine::find_last_snapshot() {
  const std::vector<StateStore::Snapshot> all = store_.snapshots();
  if (all.empty()) return;
  std::error_code none;
  const auto written =
      std::filesystem::last_write_time(store_.model_path(all.front().generation), none);
  if (none) return;
  last_snapshot_ = all.front();
  last_snapshot_time_ = std::chrono::file_clock::to_sys(written);
}

double Engine::last_snapshot_time() const {
  return std::chrono::duration<double>(last_snapshot_time_.time_since_epoch()).count();
}

double Engine::last_snapshot_age() const {
  if (last_snapshot_.generation == 0) return 0;
  const auto age = std::chrono::system_clock::now() - last_snapshot_time_;
  return std::max(0.0, std::chrono::duration<double>(age).count());
}

const Step& Engine::observe(const Sample& sample, Show show) {
  const Step& step = durable_.observe(sample);
  changed_ = true;
  if (step.asked > 0) {
    const QueryId last = session().ledger().asked();
    if (session().ledger().find(last)->time == step.time) {  // strategy memory asks about others
      if (!show.empty()) unwritten_shows_[last] = std::move(show);
      guesses_[last] = session().answer(step.prediction);
    }
    if (guesses_.size() > kKeptGuesses) guesses_.erase(guesses_.begin());
    expire_forgotten();
  }
  remember();
  tell(News::Kind::kModel);
  return step;
}

// The ledger has let go of its oldest questions.
void Engine::expire_forgotten() {
  const QueryId oldest = session().ledger().asked() + 1 - session().ledger().size();
  for (const QueryId id : desk_.close_before(oldest)) tell(News::Kind::kAnswer, id);
}

Engine::Ticket Engine::answer(QueryId id, Answer answer) {
  durable_.answer(id, std::move(answer));
  return ++last_ticket_;
}

void Engine::when_written(Then then) {
  waiting_.push_back(std::move(then));
  if (!busy_) write();
}

// One batch at a time; what comes meanwhile is the next. Flushing costs more than learning, so
// under load more share a flush; a single answer does not wait.
void Engine::write() {
  constexpr std::chrono::milliseconds kBetweenFlushes(5);
  busy_ = true;
  if (!durable_.has_news()) {
    std::swap(writing_, waiting_);
    return have_written({}, problem_);
  }
  flush_.expires_at(std::max(last_flush_ + kBetweenFlushes, Clock::now()));
  flush_.async_wait([this](const boost::system::error_code& stopped) {
    if (!stopped) flush();
  });
}

void Engine::flush() {
  last_flush_ = Clock::now();
  std::swap(writing_, waiting_);
  auto batch = std::make_shared<DurableSession::Batch>(durable_.take(last_event_));
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
      written.refused[settled_ + 1 + refusal.position] = refusal.reason;
    }
    changed_ = true;
    if (batch.has_lessons) tell(News::Kind::kModel);
  } else if (!batch.empty()) {
    durable_.lost(batch);
    ++write_failures_;
    problem_ = problem;
    try_again_later();
  }
  for (const QueryId id : batch.questions) {
    Show show;
    if (const auto kept = unwritten_shows_.find(id); kept != unwritten_shows_.end()) {
      show = std::move(kept->second);
      unwritten_shows_.erase(kept);
    }
    const LedgerEntry* asked = session().ledger().find(id);
    if (asked == nullptr || asked->state != LedgerEntry::State::kOpen) continue;
    desk_.open(id, std::move(show), Clock::now());
    tell(News::Kind::kQuery, id);
  }
  if (problem.empty()) count_answers(batch, written);
  settled_ += batch.answers.size();
  busy_ = false;
  for (const Then& then : std::exchange(writing_, {})) then(written);
  if (!waiting_.empty() && !busy_) write();
}

void Engine::count_answers(const DurableSession::Batch& batch, const Written& written) {
  constexpr std::size_t kCounted = 100;
  for (std::size_t i = 0; i < batch.answers.size(); ++i) {
    if (written.refused.contains(settled_ + 1 + i)) continue;
    const LateAnswer& late = batch.answers[i];
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

std::uint64_t Engine::withdrawn() const {
  const Ledger& ledger = session().ledger();
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < ledger.size(); ++i) {
    count += ledger.at(i).state == LedgerEntry::State::kWithdrawn ? 1 : 0;
  }
  return count;
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
        if (problem.empty()) return;
        ++write_failures_;
        try_again_later();
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
                     then = std::move(then)]() mutable {
    StateStore::Snapshot snapshot;
    std::string problem;
    try {
      snapshot = store_.save_snapshot(*model, through, beside);
    } catch (const Error& error) {
      problem = error.what();
    }
    // Moved, not copied: what `then` holds is not for this thread to end.
    asio::post(context_, [this, snapshot, problem, then = std::move(then)] {
      if (problem.empty()) {
        last_snapshot_ = snapshot;
        last_snapshot_time_ = std::chrono::system_clock::now();
      } else {
        changed_ = true;
        ++write_failures_;
      }
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
