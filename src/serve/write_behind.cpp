#include "serve/write_behind.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <filesystem>
#include <memory>
#include <utility>

namespace mpart::serve {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;
using boost::system::error_code;

namespace {

// What it throws, if it throws.
template <typename Work>
std::optional<Error> error_of(Work work) {
  try {
    work();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

double seconds_since(Clock::time_point time) {
  return std::chrono::duration<double>(Clock::now() - time).count();
}

}  // namespace

WriteBehind::WriteBehind(asio::io_context& context, const Options& options, Session start,
                         Settled settled, Log& log)
    : context_(context),
      log_(log),
      store_(options.folder),
      durable_(store_, std::move(start), options.accept_damage),
      settled_(std::move(settled)),
      last_event_(store_.last_event()),
      snapshot_period_(options.snapshot_seconds),
      flush_timer_(context),
      retry_timer_(context),
      snapshot_timer_(context) {
  begin(options);
  find_last_snapshot();
  snapshot_later();
}

// Before the disk thread has anything to do.
void WriteBehind::begin(const Options& options) {
  const bool is_new = store_.snapshots().empty() && store_.last_event() == 0;
  if (!is_new && options.check) options.check(durable_.session());
  check_networks(options.networks);
  // The parameters of a new model must not be lost, whatever the next start says.
  if (store_.snapshots().empty()) {
    store_.save_snapshot(durable_.encode(), durable_.through(), durable_.parts());
  }
  for (const std::string& text : store_.notes()) note(text);
  for (const std::string& text : durable_.notes()) note(text);
}

void WriteBehind::check_networks(const NetworkRecord& networks) {
  constexpr const char* kName = "networks";
  const std::optional<std::string> recorded = store_.setting(kName);
  if (recorded && durable_.session().counters().samples > 0) {
    NetworkRecord::decode(*recorded).require_same(networks);
  }
  const std::string now = networks.encode();
  if (!recorded || *recorded != now) store_.set(kName, now);
}

void WriteBehind::change_budget(const std::optional<Budget>& budget, std::uint64_t more_labels) {
  const Budget before = durable_.session().options().budget;
  if (budget && *budget != before) {
    durable_.set_budget(*budget);
    note("budget changed from " + before.text() + " to " + budget->text());
  }
  if (more_labels > 0) {
    durable_.add_questions(more_labels);
    note(std::to_string(more_labels) + " more labels, " +
         std::to_string(durable_.session().budget_status().extra) + " extra questions in all");
  }
  if (!durable_.has_news()) return;
  const DurableSession::Batch batch = durable_.take(store_.last_event());
  store_.append(batch.events);
  durable_.done(batch);
  last_event_ = store_.last_event();
}

void WriteBehind::note(const std::string& text) {
  log_.info("note on the state", {{"note", text}});
  notes_.push_back(text);
}

WriteBehind::~WriteBehind() { disk_thread_.join(); }

void WriteBehind::find_last_snapshot() {
  const std::vector<StateStore::Snapshot> all = store_.snapshots();
  if (all.empty()) return;
  std::error_code none;
  const auto written =
      std::filesystem::last_write_time(store_.model_path(all.front().generation), none);
  if (none) return;
  last_snapshot_ = all.front();
  last_snapshot_time_ = std::chrono::file_clock::to_sys(written);
}

const Step& WriteBehind::observe(const Sample& sample) {
  const Step& step = durable_.observe(sample);
  changed_ = true;
  return step;
}

WriteBehind::Ticket WriteBehind::answer(QueryId id, Answer answer) {
  durable_.answer(id, std::move(answer));
  return ++last_ticket_;
}

void WriteBehind::remember(const std::string& key, RequestLog::Record record, bool journalled) {
  durable_.remember(key, std::move(record), journalled);
  changed_ = true;
}

void WriteBehind::keep(std::string name, std::function<std::string()> encode) {
  kept_parts_[std::move(name)] = std::move(encode);
}

StateStore::Parts WriteBehind::parts() const {
  StateStore::Parts parts = durable_.parts();
  for (const auto& [name, encode] : kept_parts_) parts[name] = encode();
  return parts;
}

void WriteBehind::when_written(Then then) {
  waiting_.push_back(std::move(then));
  if (!busy_) write_next();
}

// Flushing costs more than learning, so under load more answers share a flush; a single one does
// not wait.
void WriteBehind::write_next() {
  constexpr std::chrono::milliseconds kBetweenFlushes(5);
  busy_ = true;
  if (!durable_.has_news()) {
    std::swap(writing_, waiting_);
    return finish({}, error_);
  }
  flush_timer_.expires_at(std::max(last_flush_ + kBetweenFlushes, Clock::now()));
  flush_timer_.async_wait([this](const error_code& stopped) {
    if (!stopped) flush();
  });
}

void WriteBehind::flush() {
  last_flush_ = Clock::now();
  std::swap(writing_, waiting_);
  auto batch = std::make_shared<DurableSession::Batch>(durable_.take(last_event_));
  asio::post(disk_thread_, [this, batch] {
    const std::optional<Error> error = error_of([&] { store_.append(batch->events); });
    asio::post(context_, [this, batch, error, last_event = store_.last_event()] {
      last_event_ = last_event;
      finish(*batch, error);
    });
  });
}

void WriteBehind::finish(const DurableSession::Batch& batch, const std::optional<Error>& error) {
  Written written{error, {}};
  if (!batch.empty()) settled_(learn(batch, written));
  busy_ = false;
  for (const Then& then : std::exchange(writing_, {})) then(written);
  if (!waiting_.empty() && !busy_) write_next();
}

WriteBehind::Outcome WriteBehind::learn(const DurableSession::Batch& batch, Written& written) {
  const Ticket first = settled_tickets_ + 1;
  settled_tickets_ += batch.answers.size();
  Outcome outcome{batch.questions, {}, false};
  if (written.error) {
    durable_.lost(batch);
    ++write_failures_;
    set_error(written.error);
    retry_later();
    return outcome;
  }
  for (const auto& [position, reason] : durable_.done(batch)) {
    written.refused[first + position] = reason;
  }
  changed_ = true;
  outcome.has_annotations = batch.has_annotations;
  for (std::size_t i = 0; i < batch.answers.size(); ++i) {
    if (!written.refused.contains(first + i)) outcome.answers.push_back(batch.answers[i]);
  }
  return outcome;
}

// The log hears of the first error and of its end, not of every attempt.
void WriteBehind::set_error(const std::optional<Error>& error) {
  if (error && !error_) {
    error_since_ = Clock::now();
    log_.error("state not writable", {{"reason", error->what()}});
  } else if (!error && error_) {
    log_.warning("state writable again", {{"seconds", seconds_since(error_since_)}});
  }
  error_ = error;
}

void WriteBehind::retry_later() {
  retry_timer_.expires_after(std::chrono::seconds(1));
  retry_timer_.async_wait([this](const error_code& stopped) {
    if (stopped) return;
    asio::post(disk_thread_, [this] {
      asio::post(context_, [this, error = error_of([this] { store_.try_to_write(); })] {
        set_error(error);
        if (!error) return;
        ++write_failures_;
        retry_later();
      });
    });
  });
}

void WriteBehind::snapshot(ThenSnapshot then) {
  changed_ = false;
  const Clock::time_point since = Clock::now();
  durable_.forget_old_requests();
  auto model = std::make_shared<std::string>(durable_.encode());
  asio::post(disk_thread_, [this, model, through = durable_.through(), parts = parts(), since,
                            then = std::move(then)]() mutable {
    StateStore::Snapshot snapshot;
    const std::optional<Error> error =
        error_of([&] { snapshot = store_.save_snapshot(*model, through, std::move(parts)); });
    const double ms = 1000 * seconds_since(since);
    // Moved, not copied: what `then` holds must end in the io_context's thread.
    asio::post(context_, [this, snapshot, error, ms, model, then = std::move(then)] {
      if (error) {
        changed_ = true;
        ++write_failures_;
        log_.error("snapshot failed", {{"reason", error->what()}});
      } else {
        last_snapshot_ = snapshot;
        last_snapshot_time_ = std::chrono::system_clock::now();
        log_.info("snapshot written",
                  {{"generation", snapshot.generation}, {"bytes", model->size()}, {"ms", ms}});
      }
      if (then) then(snapshot, error);
    });
  });
}

void WriteBehind::snapshot_later() {
  snapshot_timer_.expires_after(snapshot_period_);
  snapshot_timer_.async_wait([this](const error_code& stopped) {
    if (stopped) return;
    if (changed_ && !error_) snapshot({});
    snapshot_later();
  });
}

void WriteBehind::stop(std::function<void()> then) {
  retry_timer_.cancel();
  snapshot_timer_.cancel();
  if (!changed_) return then();
  snapshot([then = std::move(then)](const StateStore::Snapshot& /*snapshot*/,
                                    const std::optional<Error>& /*error*/) { then(); });
}

void WriteBehind::require_writable() const {
  if (error_) throw Error(*error_);
}

double WriteBehind::last_snapshot_time() const {
  return std::chrono::duration<double>(last_snapshot_time_.time_since_epoch()).count();
}

double WriteBehind::last_snapshot_age() const {
  if (last_snapshot_.generation == 0) return 0;
  const auto age = std::chrono::system_clock::now() - last_snapshot_time_;
  return std::max(0.0, std::chrono::duration<double>(age).count());
}

}  // namespace mpart::serve
