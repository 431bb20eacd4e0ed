#include <chrono>
#include <iostream>
#include <memory>
#include <optional>

#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/evaluation.hpp"
#include "cli/model_options.hpp"
#include "cli/oracle_options.hpp"
#include "cli/progress.hpp"
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
  void learn();
  void learn_one(const Sample& sample);
  void finish();
  void save() const;
  void add_curve_point();

  std::string data_, test_path_, model_path_, resume_path_, trace_path_, curve_path_, ledger_path_;
  std::uint64_t limit_ = 0, skip_ = 0, curve_every_ = 100, save_every_ = 0;
  bool unseen_ = false, shuffle_ = false, json_ = false, quiet_ = false;
  SaveOptions save_options_;
  DataOptions data_options_;
  ModelOptions model_options_;
  OracleOptions oracle_options_;

  std::optional<Session> session_;
  std::unique_ptr<Source> source_;
  std::vector<Sample> test_;  // empty without --test
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
  app->add_option("--test", test_path_, "labelled data on which to measure accuracy at the end");
  data_options_.add_to(*app);
  app->add_option("--limit", limit_, "stop after this many samples")->check(whole_number(1));
  app->add_option("--skip", skip_, "skip this many samples first")->check(whole_number(0));
  app->add_flag("--unseen", unseen_,
                "skip the rows of DATA that the last --embedder was fitted on");
  app->add_flag("--shuffle", shuffle_,
                "read the samples in random order (keeps all of them in memory)");
  model_options_.add_to(*app);
  oracle_options_.add_to(*app);
  app->add_option("--model", model_path_, "write the model to this file at the end, and at Ctrl-C");
  app->add_option("--resume", resume_path_, "continue from this model, with its parameters");
  app->add_option("--save-every", save_every_, "also write the model every N samples")
      ->check(whole_number(1));
  app->add_option("--min-count", save_options_.min_count,
                  "leave nodes that won fewer times out of the model file")
      ->check(whole_number(0));
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
  data_options_.embedding.print_skipped();
  RunResult result{*session_, seen_, seconds_, online_, {}};
  if (!test_.empty()) result.test = evaluate(*session_, test_);
  std::cout << (json_ ? json_report(result) : readable_report(result));
  if (interrupted() || quit_) std::cerr << how_to_go_on(data_, model_path_, skip_ + seen_);
  return interrupted() ? kExitInterrupted : kExitDone;
}

// Everything that can be refused is refused here, before anything is learned or written.
void RunCommand::open_everything() {
  if (resume_path_.empty()) {
    session_.emplace(model_options_.checked());
  } else if (ModelOptions::given(app())) {
    throw invalid_argument(
        "--resume uses the model's own parameters and budget; leave these options out");
  } else {
    session_.emplace(load_model(resume_path_));
  }
  if (save_every_ != 0 && model_path_.empty()) {
    throw invalid_argument("--save-every needs --model");
  }
  data_options_.source.seed = model_options_.session.seed;
  data_options_.source.idle = [this] {  // what a live stream has given so far can be read
    if (trace_) trace_->flush();
  };
  const std::size_t width = session_->learner().width();
  source_ = width == 0 ? data_options_.open(data_) : data_options_.open_for(data_, width);
  if (unseen_) {
    source_ = unseen(std::move(source_), data_options_.embedding.fitted_rows(data_).draw);
  }
  oracle_options_.open(data_);
  require_distinct({model_path_, trace_path_, ledger_path_, curve_path_, oracle_options_.output()},
                   {data_, test_path_, data_options_.source.labels_file});
  require_distinct({trace_path_, ledger_path_, curve_path_}, {resume_path_});
  if (!test_path_.empty()) {
    test_ = read_test(*data_options_.open_for(test_path_, source_->width()), test_path_);
  }
  if (shuffle_) source_ = shuffled(std::move(source_), model_options_.session.seed);
  if (!model_path_.empty()) require_writable(model_path_);
  if (!trace_path_.empty()) trace_.emplace(trace_path_);
  if (!ledger_path_.empty()) ledger_.emplace(ledger_path_);
  if (!curve_path_.empty()) curve_.emplace(curve_path_, !test_.empty());
}

void RunCommand::learn() {
  Progress progress(!quiet_ && !oracle_options_.is_person());
  Sample sample;
  const auto next = [&] {
    if (interrupted() || quit_ || (limit_ != 0 && seen_ == limit_)) return false;
    try {
      return source_->next(sample);
    } catch (const Error&) {
      if (interrupted()) return false;  // a row that Ctrl-C cut in two
      throw;
    }
  };
  for (std::uint64_t passed = 0; passed < skip_ && next(); ++passed) {
  }
  while (next()) {
    learn_one(sample);
    const std::optional<double> share =
        limit_ != 0 ? static_cast<double>(seen_) / static_cast<double>(limit_)
                    : source_->progress();
    progress.update(seen_, session_->ledger().asked(), share);
  }
}

void RunCommand::learn_one(const Sample& sample) {
  const Clock::time_point start = Clock::now();
  const Step& step = session_->step(sample, oracle_options_.oracle());
  seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
  ++seen_;
  quit_ = step.quit;
  if (!sample.label.empty()) online_.count(*session_, step.prediction, sample.label);
  if (trace_) trace_->add(*session_, step);
  if (curve_ && seen_ % curve_every_ == 0) add_curve_point();
  if (save_every_ != 0 && seen_ % save_every_ == 0) save();
}

void RunCommand::finish() {
  if (!interrupted() && !quit_) {
    const bool asked = !session_->finish(oracle_options_.oracle()).queries.empty();
    if (asked && trace_) trace_->asked_at_end();
    oracle_options_.wait_for_answers(*session_);
  }
  session_->collect(oracle_options_.oracle());  // the last answer may have been taken back
  oracle_options_.print_warnings();
  if (!model_path_.empty()) save();
  if (trace_) trace_->commit();
  if (curve_ && seen_ % curve_every_ != 0) add_curve_point();
  if (curve_) curve_->commit();
  if (ledger_) {
    write_ledger(*session_, ledger_->stream());
    ledger_->commit();
  }
}

void RunCommand::save() const { save_model(model_path_, *session_, save_options_); }

void RunCommand::add_curve_point() {
  std::optional<Evaluation> test;
  if (!test_.empty()) test = evaluate(*session_, test_);
  curve_->add(*session_, online_, test);
}

}  // namespace

std::unique_ptr<Command> make_run(CLI::App* app) { return std::make_unique<RunCommand>(app); }

}  // namespace mpart
