#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>

#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/evaluation.hpp"
#include "cli/fit_preparation.hpp"
#include "cli/hints.hpp"
#include "cli/label_budget.hpp"
#include "cli/model_options.hpp"
#include "cli/oracle_options.hpp"
#include "cli/progress.hpp"
#include "cli/run_keeper.hpp"
#include "cli/run_outputs.hpp"
#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "util/atomic_file.hpp"

namespace mpart {

namespace {

using Clock = std::chrono::steady_clock;

class RunCommand : public Command {
 public:
  explicit RunCommand(CLI::App* app);
  int run() override;

 private:
  void open_everything();
  void open_session();
  void open_budget();
  void open_outputs();
  void learn();
  void learn_one(const Sample& sample);
  void hold_total();
  void finish();
  void report();
  void add_curve_point();

  std::string data_, test_path_, trace_path_, curve_path_, ledger_path_;
  std::uint64_t limit_ = 0, curve_every_ = 100, save_every_ = 0;
  Preparation preparation_;  // of the model that the run goes on from
  std::string map_ = "auto";
  bool unseen_ = false, shuffle_ = false, json_ = false, quiet_ = false;
  DataOptions data_options_;
  ModelOptions model_options_;
  OracleOptions oracle_options_;
  RunKeeper keeper_;

  std::optional<Session> session_;
  std::unique_ptr<Source> source_;
  std::vector<Sample> test_;            // empty without --test
  std::optional<std::uint64_t> total_;  // of labels
  std::optional<TraceFile> trace_;
  std::optional<CurveFile> curve_;
  std::optional<OutputFile> ledger_;
  Evaluation online_;
  std::uint64_t seen_ = 0;  // in this run; a resumed session has seen more
  double seconds_ = 0;
  bool quit_ = false;
};

RunCommand::RunCommand(CLI::App* app) : Command(app) {
  app->add_option("DATA", data_,
                  "CSV, NPY, JSONL, IDX or CIFAR-10 file, pictures, - or synthetic:NAME")
      ->required();
  begin_group(*app, kDataGroup);
  data_options_.add_to(*app);
  app->add_option("--limit", limit_, "stop after this many samples")->check(whole_number(1));
  keeper_.add_skip_to(*app);
  app->add_option("--map", map_,
                  "auto: wide rows, pictures and texts become a few values by a map that is fitted "
                  "on them without labels; none: they stay as they are")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "none"}));
  app->add_flag("--unseen", unseen_,
                "skip the rows of DATA that the last --embedder was fitted on");
  app->add_flag("--shuffle", shuffle_,
                "read the samples in random order (keeps all of them in memory)");
  model_options_.add_to(*app);
  begin_group(*app, kPeopleGroup);
  oracle_options_.add_to(*app);
  begin_group(*app, kOutputGroup);
  keeper_.add_to(*app);
  app->add_option("--save-every", save_every_, "also write the model every N samples")
      ->check(whole_number(1));
  app->add_option("--test", test_path_, "labelled data on which to measure accuracy at the end");
  app->add_option("--trace", trace_path_, "write a CSV file with one row for each sample");
  app->add_option("--ledger", ledger_path_,
                  "write a CSV file with one row for each query: what, when, why");
  app->add_option("--curve", curve_path_,
                  "write a CSV file of accuracy over time, for mpart plot curve");
  add_count(*app, "--curve-every", curve_every_, "samples between two rows of --curve", 1);
  app->add_flag("--json", json_, "print the result as one JSON object");
  app->add_flag("--quiet", quiet_, "no progress bar");
}

int RunCommand::run() {
  open_everything();
  catch_interrupts();
  learn();
  finish();
  report();
  return interrupted() ? kExitInterrupted : kExitDone;
}

// Everything that can be refused is refused here, before anything is learned or written.
void RunCommand::open_everything() {
  oracle_options_.check();
  keeper_.choose(app(), data_, oracle_options_.is_outside());
  open_session();
  if (save_every_ != 0 && keeper_.path().empty()) {
    throw invalid_argument("--save-every needs --model");
  }
  data_options_.source.seed = model_options_.session.seed;
  data_options_.source.idle = [this] {  // what a live stream has given so far can be read
    if (trace_) trace_->flush();
  };
  const std::size_t width = session_->learner().width();
  if (width == 0 && preparation_.empty() && session_->options().scale) {
    fit_preparation(data_, {model_options_.session.seed, map_ == "auto", quiet_}, data_options_);
    SessionOptions options = session_->options();
    options.prepared = data_options_.embedding.prepared();
    session_.emplace(options);
  }
  source_ = width == 0 ? data_options_.open(data_) : data_options_.open_for(data_, width);
  if (unseen_) {
    source_ = unseen(std::move(source_), data_options_.embedding.fitted_rows(data_).draw);
  }
  oracle_options_.open(data_);
  require_distinct(
      {keeper_.path(), trace_path_, ledger_path_, curve_path_, oracle_options_.output()},
      {data_, test_path_, data_options_.source.labels_file});
  require_distinct({trace_path_, ledger_path_, curve_path_}, {keeper_.resume()});
  if (!test_path_.empty()) {
    test_ = read_test(*data_options_.open_for(test_path_, source_->width()), test_path_);
  }
  if (shuffle_) source_ = shuffled(std::move(source_), model_options_.session.seed);
  open_outputs();
  keeper_.begin(*session_, oracle_options_, data_options_.preparation());
}

void RunCommand::open_session() {
  total_ = model_options_.total_labels();
  if (!keeper_.resume().empty()) {
    session_.emplace(load_model(keeper_.resume(), {}, &preparation_));
    data_options_.use(preparation_);
    if (map_ == "none" && data_options_.embedding.prepared() == SessionOptions::Prepared::kMapped) {
      throw invalid_argument(
          "--map none: the model has a map; leave the flag out, or start a new "
          "model");
    }
  }
  if (total_) open_budget();
  if (session_) {
    model_options_.change(app(), *session_);
  } else {
    session_.emplace(model_options_.checked());
  }
}

// A number of labels becomes a budget for all rows, those that the model has seen and those to
// come: the same one before and after a stop.
void RunCommand::open_budget() {
  const std::uint64_t asked = session_ ? session_->ledger().asked() : 0;
  const std::uint64_t samples = session_ ? session_->counters().samples : 0;
  const bool used_up = session_ && session_->options().budget == Budget::none();
  if (asked > *total_ || (asked == *total_ && !used_up)) {
    throw invalid_argument("--budget " + model_options_.budget + ": the model has asked for " +
                           std::to_string(asked) + " already; give a larger number");
  }
  const std::uint64_t passed = keeper_.rows_to_pass(session_ ? &*session_ : nullptr);
  std::optional<std::uint64_t> rows = count_rows(data_, data_options_);
  if (rows) rows = *rows - std::min(*rows, passed);
  if (limit_ != 0) {
    const std::uint64_t limit = keeper_.limit_left(limit_, passed);
    rows = std::min(rows.value_or(limit), limit);
  }
  if (rows) rows = *rows + samples;
  const Budget budget = asked == *total_ ? Budget::none() : spread_labels(*total_, rows);
  model_options_.budget = budget.text();
}

void RunCommand::open_outputs() {
  if (!keeper_.path().empty()) require_writable(keeper_.path());
  if (!trace_path_.empty()) trace_.emplace(trace_path_);
  if (!ledger_path_.empty()) ledger_.emplace(ledger_path_);
  if (!curve_path_.empty()) curve_.emplace(curve_path_, !test_.empty());
}

void RunCommand::learn() {
  Progress progress(!quiet_ && !oracle_options_.is_person());
  const std::uint64_t limit = keeper_.limit_left(limit_, keeper_.to_pass());
  Sample sample;
  const auto next = [&] {
    if (interrupted() || quit_ || (limit_ != 0 && seen_ == limit)) return false;
    try {
      return source_->next(sample);
    } catch (const Error&) {
      if (interrupted()) return false;  // a row that a signal cut in two
      throw;
    }
  };
  while (keeper_.passing() && next()) keeper_.pass(sample);
  if (!interrupted() && !quit_ && (limit_ == 0 || limit > 0)) keeper_.require_passed();
  if (!interrupted()) quit_ = !keeper_.ask_open(*session_);
  while (next()) {
    keeper_.pass(sample);
    learn_one(sample);
    const std::optional<double> share =
        limit_ != 0 ? static_cast<double>(seen_) / static_cast<double>(limit) : source_->progress();
    progress.update(seen_, session_->ledger().asked(), share);
  }
}

void RunCommand::learn_one(const Sample& sample) {
  const Clock::time_point start = Clock::now();
  const Step& step = session_->step(sample, keeper_.oracle());
  seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
  ++seen_;
  quit_ = step.quit;
  if (!sample.label.empty()) online_.count(*session_, step.prediction, sample.label);
  if (trace_) trace_->add(*session_, step);
  if (curve_ && seen_ % curve_every_ == 0) add_curve_point();
  if (!step.queries.empty()) {
    hold_total();
    keeper_.answered();
  }
  if (save_every_ != 0 && seen_ % save_every_ == 0) keeper_.save();
}

// Keeps to the number of labels that --budget names.
void RunCommand::hold_total() {
  if (!total_) return;
  const std::uint64_t left = *total_ - std::min(*total_, session_->ledger().asked());
  const Budget budget = session_->options().budget;
  if (left == 0) {
    session_->set_budget(Budget::none());
  } else if (left < budget.questions) {
    session_->set_budget({left, budget.period});
  }
}

void RunCommand::finish() {
  if (!interrupted() && !quit_) {
    const bool asked = !session_->finish(keeper_.oracle()).queries.empty();
    if (asked) hold_total();
    if (asked && trace_) trace_->asked_at_end();
    oracle_options_.wait_for_answers(*session_);
  }
  session_->collect(keeper_.oracle());  // the last answer may have been taken back
  oracle_options_.print_warnings();
  if (!keeper_.path().empty()) keeper_.save();
  if (trace_) trace_->commit();
  if (curve_ && seen_ % curve_every_ != 0) add_curve_point();
  if (curve_) curve_->commit();
  if (ledger_) {
    write_ledger(*session_, ledger_->stream());
    ledger_->commit();
  }
}

void RunCommand::report() {
  data_options_.embedding.print_skipped();
  RunResult result{*session_, seen_, seconds_, online_, {}};
  if (!test_.empty()) result.test = evaluate(*session_, test_);
  std::cout << (json_ ? json_report(result) : readable_report(result));
  for (const std::string& hint : hints(*session_, result.test.value_or(online_))) {
    std::cerr << "mpart: hint: " << hint << '\n';
  }
  if (interrupted() || quit_) std::cerr << keeper_.how_to_go_on(app(), limit_, seen_);
}

void RunCommand::add_curve_point() {
  std::optional<Evaluation> test;
  if (!test_.empty()) test = evaluate(*session_, test_);
  curve_->add(*session_, online_, test);
}

}  // namespace

std::unique_ptr<Command> make_run(CLI::App* app) { return std::make_unique<RunCommand>(app); }

}  // namespace mpart
