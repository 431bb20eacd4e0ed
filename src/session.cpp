#include "mpart/session.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "learn/core/scratch.hpp"
#include "mpart/error.hpp"
#include "util/named_options.hpp"
#include "util/similar_name.hpp"

namespace mpart {

namespace {

// Added to the number of the strategy in a model if extra questions follow its budget.
constexpr std::uint8_t kHasExtra = 64;

// Stands before the number of the strategy in a model if an extension follows.
constexpr std::uint8_t kHasExtension = 254;
constexpr std::uint8_t kScales = 1, kChoosesMode = 2, kChoosesVigilance = 4, kPrepared = 8;

// How many nodes a stream of n samples may have before vigilance falls: kNodesAtOnce + kNodesByRoot
// sqrt(n), 5 % of 10,000 samples and 1 % of 100,000. Every kBetweenLooks samples the reach of a
// node, 1 - rho, grows by kReachStep until new nodes are few enough, or samples activate so many
// nodes beside the winner that the graph would grow dense. Then the oldest nodes have to go.
constexpr double kNodesAtOnce = 200, kNodesByRoot = 3;
constexpr std::uint64_t kBetweenLooks = 128;
constexpr double kVigilanceInMap = 0.985;  // to begin with; other data: the default
constexpr double kReachStep = 1.1, kLowestVigilance = 0.5;
constexpr double kMostCoactivated = 1.5;  // a sample; the paper's data has one to two
constexpr std::uint32_t kMostNodes = 1000;

constexpr std::uint64_t Counters::*kCounters[] = {
    &Counters::samples,         &Counters::coactivations, &Counters::clipped_values,
    &Counters::clipped_samples, &Counters::labels,        &Counters::skipped,
    &Counters::expired,         &Counters::refused};

Error refused(const LedgerEntry& asked, const char* wanted) {
  return {ErrorKind::kConflict, "query " + std::to_string(asked.id) + " is " +
                                    name_of(asked.state) + " and cannot be " + wanted};
}

Error evicted(const LedgerEntry& asked) {
  return {ErrorKind::kConflict,
          "query " + std::to_string(asked.id) + ": the node that held its label is gone"};
}

}  // namespace

namespace {

bool are_in_unit(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return value >= 0 && value <= 1; });
}

}  // namespace

bool is_like_the_papers(std::span<const double> values) {
  constexpr std::size_t kFewValues = 4;
  return values.size() <= kFewValues && are_in_unit(values);
}

Counters& Counters::operator+=(const Counters& other) {
  for (std::uint64_t Counters::*counter : kCounters) this->*counter += other.*counter;
  return *this;
}

namespace {

// `clear` is an option of the strategy cover. It is written with the learner, "plus,clear=0",
// because that is where model files keep it.
StrategyOptions strategy_options(const SessionOptions& options) {
  const bool clear =
      options.strategy != StrategyKind::kCover ||
      NamedOptions(options.parameters.learner, "learner ").whole("clear", 1, 0, 1) == 1;
  return {options.strategy, options.budget, options.seed, clear};
}

// Scales before it predicts.
class ScaledFrozen : public Frozen {
 public:
  ScaledFrozen(std::unique_ptr<const Frozen> frozen, Scaling scaling)
      : frozen_(std::move(frozen)), scaling_(std::move(scaling)) {}

  std::size_t width() const override { return frozen_->width(); }
  const std::vector<std::string>& classes() const override { return frozen_->classes(); }
  void predict(std::span<const double> values, Scratch& scratch, Prediction& out) const override {
    frozen_->predict(scaling_.apply(values, scratch.buffers().scaled), scratch, out);
  }

 private:
  std::unique_ptr<const Frozen> frozen_;
  Scaling scaling_;
};

}  // namespace

Session::Session(SessionOptions options, SessionParts own)
    : options_(std::move(options)),
      scaling_(std::make_unique<Scaling>()),
      learner_(std::move(own.learner)),
      strategy_(std::move(own.strategy)) {
  const SessionOptions defaults;
  const bool is_default = learner_ == nullptr && strategy_ == nullptr &&
                          options_.parameters.learner == defaults.parameters.learner &&
                          options_.strategy == defaults.strategy;
  options_.choose_mode = options_.choose_mode && is_default;
  options_.choose_vigilance =
      options_.choose_vigilance && options_.parameters.rho == defaults.parameters.rho;
  if (learner_ == nullptr) learner_ = make_learner(options_.parameters, options_.seed);
  if (strategy_ != nullptr) options_.strategy = StrategyKind::kOwn;
  if (strategy_ == nullptr) renew_strategy();
}

void Session::renew_strategy() {
  StrategyOptions options = strategy_options(options_);
  options.scaling = scaling_.get();
  strategy_ = make_strategy(options, learner_->node_view());
}

// By the first sample. Who asks for the paper's method on values in [0,1] gets it to the letter.
void Session::choose_method(std::span<const double> values) {
  const bool choose_mode = std::exchange(options_.choose_mode, false);
  const bool paper_is_wanted = !choose_mode && options_.parameters.learner == "mpart";
  const bool is_paper = paper_is_wanted ? are_in_unit(values)
                                        : options_.prepared == SessionOptions::Prepared::kNot &&
                                              is_like_the_papers(values);
  auto* const learner = as<Rescalable>(*learner_);
  if (is_paper || learner == nullptr) options_.choose_vigilance = false;
  if (options_.choose_vigilance && options_.prepared == SessionOptions::Prepared::kMapped) {
    options_.parameters.rho = kVigilanceInMap;
    learner->set_vigilance(kVigilanceInMap);
  }
  if (is_paper || !choose_mode) return;
  set_mode("plus", options_);
  if (options_.parameters.max_nodes == 0) options_.parameters.max_nodes = kMostNodes;
  learner_ = make_learner(options_.parameters, options_.seed);
  const std::uint64_t extra = budget_status().extra;
  renew_strategy();
  if (extra > 0) strategy_->add_questions(extra);
}

// Takes a sample into the scale, and returns it as the learner sees it.
std::span<const double> Session::prepare(std::span<const double> values) {
  if (learner_->width() == 0 && scaling_->width() == 0) choose_method(values);
  auto* const learner = as<Rescalable>(*learner_);
  if (!options_.scale || learner == nullptr) return values;
  if (scaling_->learn(values)) {
    learner->rescale(scaling_->change());
    strategy_->rescale(scaling_->change());
  }
  if (options_.choose_vigilance) lower_vigilance();
  return scaling_->apply(values, scaled_);
}

// In many dimensions samples are so far apart that each would become a node.
void Session::lower_vigilance() {
  if (counters_.samples == 0 || counters_.samples % kBetweenLooks != 0) return;
  const auto samples = static_cast<double>(counters_.samples);
  const double most_nodes = kNodesAtOnce + kNodesByRoot * std::sqrt(samples);
  if (static_cast<double>(learner_->node_count()) <= most_nodes) return;
  if (static_cast<double>(counters_.coactivations) > kMostCoactivated * samples) return;
  double& rho = options_.parameters.rho;
  rho = std::max(kLowestVigilance, 1 - kReachStep * (1 - rho));
  as<Rescalable>(*learner_)->set_vigilance(rho);
}

const Step& Session::step(const Sample& sample, Oracle& oracle) {
  collect(oracle);
  const std::span<const double> values = prepare(sample.values);  // may choose another learner
  learner_->observe(values, step_.prediction);
  count(step_.prediction);
  ask(strategy_->offer(sample, step_.prediction), oracle);
  return step_;
}

const Step& Session::finish(Oracle& oracle) {
  step_.queries.clear();
  if (!step_.quit) ask(strategy_->finish(), oracle);
  return step_;
}

void Session::count(const Prediction& prediction) {
  step_.time = counters_.samples++;
  step_.queries.clear();
  step_.quit = false;
  counters_.coactivations += prediction.coactivated;
  counters_.clipped_values += prediction.clipped;
  counters_.clipped_samples += prediction.clipped > 0 ? 1 : 0;
}

void Session::ask(std::span<const Question> questions, Oracle& oracle) {
  if (questions.empty()) return;  // nearly every step
  // All are written down before the first is asked: none is lost if the oracle fails.
  for (const Question& question : questions) {
    add_query(make_entry(question, step_.time));
    step_.queries.push_back(ledger_.asked());
  }
  for (std::size_t i = 0; i < questions.size() && !step_.quit; ++i) {
    const QueryId id = step_.queries[i];
    if (ledger_.find(id) == nullptr) continue;  // more queries than the ledger can hold
    predict(questions[i].sample, scratch_, guess_);
    apply(id, oracle.ask({id, questions[i], guess_, learner_->classes(), options_.strategy}));
  }
}

// A full ledger forgets its oldest query.
void Session::add_query(LedgerEntry entry) {
  const LedgerEntry* falling = ledger_.about_to_fall();
  if (falling != nullptr && falling->state == LedgerEntry::State::kOpen) ++counters_.expired;
  ledger_.add(std::move(entry));
}

void Session::collect(Oracle& oracle) {
  for (const LateAnswer& late : oracle.collect()) {
    try {
      apply(late.id, late.answer);
    } catch (const Error& error) {  // one wrong answer must not end the stream
      ++counters_.refused;
      oracle.refuse(late, error.what());
    }
  }
}

void Session::apply(QueryId id, const Answer& answer) {
  switch (answer.kind) {
    case Answer::Kind::kLabel:
      return teach(id, answer.label);
    case Answer::Kind::kSkip:
      return skip(id);
    case Answer::Kind::kWithdraw:
      return withdraw(id);
    case Answer::Kind::kLater:
      return;
    case Answer::Kind::kQuit:
      step_.quit = true;
      return;
  }
}

void Session::teach(QueryId id, std::string_view label) {
  if (label.empty()) throw invalid_data("a label must not be empty");
  LedgerEntry& asked = entry(id);
  if (asked.state == LedgerEntry::State::kOpen) {
    asked.receipt = learner_->teach(scaled(asked.values, scaled_), label);
    asked.values.clear();
  } else {
    if (asked.state == LedgerEntry::State::kLabelled) withdraw(id);
    if (asked.state != LedgerEntry::State::kWithdrawn) throw refused(asked, "labelled");
    if (!learner_->teach(asked.receipt.node, label, asked.receipt)) throw evicted(asked);
  }
  asked.state = LedgerEntry::State::kLabelled;
  ++counters_.labels;
}

void Session::skip(QueryId id) {
  LedgerEntry& asked = entry(id);
  if (asked.state == LedgerEntry::State::kSkipped) return;
  if (asked.state != LedgerEntry::State::kOpen) throw refused(asked, "skipped");
  asked.values.clear();
  asked.state = LedgerEntry::State::kSkipped;
  ++counters_.skipped;
}

void Session::withdraw(QueryId id) {
  LedgerEntry& asked = entry(id);
  if (asked.state == LedgerEntry::State::kWithdrawn) return;
  if (asked.state != LedgerEntry::State::kLabelled) throw refused(asked, "withdrawn");
  if (!learner_->withdraw(asked.receipt)) throw evicted(asked);
  asked.state = LedgerEntry::State::kWithdrawn;
  --counters_.labels;
}

LedgerEntry& Session::entry(QueryId id) {
  if (LedgerEntry* found = ledger_.find(id)) return *found;
  const bool asked = id >= 1 && id <= ledger_.asked();
  throw not_found("query " + std::to_string(id) + (asked ? " has expired" : " was never asked"));
}

void Session::set_budget(Budget budget) {
  budget.check();
  if (budget == options_.budget) return;
  strategy_->set_budget(budget);
  options_.budget = budget;
}

void Session::set_strategy(StrategyKind kind) {
  if (kind == options_.strategy) return;
  const BudgetStatus before = budget_status();
  SessionOptions changed = options_;
  changed.strategy = kind;
  std::unique_ptr<Strategy> strategy =
      make_strategy(strategy_options(changed), learner_->node_view());
  if (before.extra > 0) strategy->add_questions(before.extra);
  strategy_ = std::move(strategy);
  options_ = std::move(changed);
}

void Session::set_learner(const std::string& learner) {
  if (learner == options_.parameters.learner) return;
  const std::string from = NamedOptions(options_.parameters.learner, "learner ").name();
  const std::string to = NamedOptions(learner, "learner ").name();
  const auto same_graph = [](const std::string& name) { return name == "mpart" || name == "plus"; };
  Parameters parameters = options_.parameters;
  parameters.learner = learner;
  std::unique_ptr<Learner> changed = make_learner(parameters, options_.seed);
  if (!same_graph(from) || !same_graph(to)) {
    throw unsupported("learner " + learner + ": the model has " + options_.parameters.learner +
                      ", and only mpart and plus can become one another");
  }
  // Both keep the graph of mpart first; plus adds the weights of classes, none until its next
  // label.
  Writer graph;
  learner_->save(graph, {});
  if (from == "mpart") graph.u64(0);
  Reader reader(graph.bytes());
  changed->load(reader);
  learner_ = std::move(changed);
  options_.parameters = std::move(parameters);
  const StrategyKind kind = options_.strategy;
  if (kind == StrategyKind::kOwn) return;
  const BudgetStatus before = budget_status();
  renew_strategy();  // it looked at the nodes of the learner before
  if (before.extra > 0) strategy_->add_questions(before.extra);
}

void Session::add_questions(std::uint64_t count) {
  const std::string most =
      "at most " + std::to_string(kMostExtra) + " extra questions can wait to be asked";
  const std::uint64_t waiting = budget_status().extra;
  if (count > kMostExtra) throw invalid_argument(most);
  if (count > kMostExtra - std::min(kMostExtra, waiting)) {
    throw conflict(most + ", " + std::to_string(waiting) + " do");
  }
  strategy_->add_questions(count);
}

std::span<const double> Session::scaled(std::span<const double> values,
                                        std::vector<double>& out) const {
  return options_.scale ? scaling_->apply(values, out) : values;
}

void Session::predict(const Sample& sample, Scratch& scratch, Prediction& out) const {
  learner_->predict(scaled(sample.values, scratch.buffers().scaled), scratch, out);
}

std::unique_ptr<const Frozen> Session::freeze() const {
  const auto* learner = as<Freezable>(*learner_);
  if (learner == nullptr) {
    throw unsupported("the learner " + options_.parameters.learner + " cannot be frozen");
  }
  return std::make_unique<ScaledFrozen>(learner->freeze(), *scaling_);
}

std::string_view Session::predicted(const Prediction& prediction) const {
  return prediction.known ? std::string_view(learner_->classes()[prediction.best]) : "unknown";
}

// A model that has none is what earlier versions wrote.
bool Session::has_extension() const {
  return !options_.scale || options_.choose_mode || options_.choose_vigilance ||
         scaling_->is_worth_saving();
}

void Session::save_extension(Writer& writer) const {
  writer.u8(kHasExtension);
  writer.u8(static_cast<std::uint8_t>((options_.scale ? kScales : 0) |
                                      (options_.choose_mode ? kChoosesMode : 0) |
                                      (options_.choose_vigilance ? kChoosesVigilance : 0) |
                                      kPrepared * static_cast<int>(options_.prepared)));
  scaling_->save(writer);
}

namespace {

void load_extension(Reader& reader, SessionOptions& options, Scaling& scaling) {
  const std::uint8_t flags = reader.u8();
  const int prepared = flags / kPrepared;
  require(prepared <= static_cast<int>(SessionOptions::Prepared::kMapped), "an unknown extension");
  options.scale = (flags & kScales) != 0;
  options.choose_mode = (flags & kChoosesMode) != 0;
  options.choose_vigilance = (flags & kChoosesVigilance) != 0;
  options.prepared = static_cast<SessionOptions::Prepared>(prepared);
  scaling = Scaling::load(reader);
}

}  // namespace

void Session::save(Writer& writer, const SaveOptions& options) const {
  options_.parameters.save(writer);
  if (has_extension()) save_extension(writer);
  const std::uint64_t extra = budget_status().extra;
  const int has_extra = extra > 0 && options_.strategy != StrategyKind::kOwn ? kHasExtra : 0;
  writer.u8(static_cast<std::uint8_t>(static_cast<int>(options_.strategy) + has_extra));
  writer.u64(options_.budget.questions);
  writer.u64(options_.budget.period);
  if (has_extra != 0) writer.u64(extra);
  writer.u64(options_.seed);
  for (const std::uint64_t Counters::*counter : kCounters) writer.u64(counters_.*counter);
  learner_->save(writer, options);
  strategy_->save(writer, options);
  ledger_.save(writer, options);
}

Session Session::load(Reader& reader, SessionParts own) {
  SessionOptions options;
  options.parameters = Parameters::load(reader);
  std::uint8_t strategy = reader.u8();
  const bool has_extension = strategy == kHasExtension;
  Scaling scaling;
  options.choose_mode = options.choose_vigilance = false;
  if (has_extension) {
    load_extension(reader, options, scaling);
    strategy = reader.u8();
  }
  const bool has_extra = strategy >= kHasExtra && strategy < 2 * kHasExtra;
  options.strategy = static_cast<StrategyKind>(has_extra ? strategy - kHasExtra : strategy);
  require(options.strategy <= StrategyKind::kCover || options.strategy == StrategyKind::kOwn,
          "no such strategy");
  options.budget.questions = reader.u64();
  options.budget.period = reader.u64();
  const std::uint64_t extra = has_extra ? reader.u64() : 0;
  require((extra > 0) == has_extra && extra <= kMostExtra, "a wrong number of extra questions");
  options.seed = reader.u64();
  Session session(options, std::move(own));
  session.options_.choose_vigilance = options.choose_vigilance;
  if (extra > 0) session.strategy_->add_questions(extra);
  for (std::uint64_t Counters::*counter : kCounters) session.counters_.*counter = reader.u64();
  session.step_.time = session.counters_.samples - (session.counters_.samples > 0 ? 1 : 0);
  session.learner_->load(reader);
  if (!has_extension) scaling.set_identity(session.learner_->width());
  require(scaling.width() == 0 || scaling.width() == session.learner_->width(),
          "a scale of another number of columns");
  *session.scaling_ = std::move(scaling);
  session.strategy_->load(reader);
  session.ledger_.load(reader);
  for (std::size_t i = 0; i < session.ledger_.size(); ++i) {
    const LedgerEntry& asked = session.ledger_.at(i);
    require(asked.state != LedgerEntry::State::kLabelled ||
                asked.receipt.label < session.learner_->classes().size(),
            "an answer of an unknown class");
    require(asked.values.size() ==
                (asked.state == LedgerEntry::State::kOpen ? session.learner_->width() : 0),
            "a query whose sample has the wrong number of features");
  }
  return session;
}

void set_mode(std::string_view mode, SessionOptions& options) {
  options.choose_mode = mode == "auto";
  if (mode == "auto") return;
  if (mode == "faithful") {
    options.parameters.learner = "mpart";
    options.strategy = StrategyKind::kExplorer;
  } else if (mode == "plus") {
    options.parameters.learner = "plus";
    options.strategy = StrategyKind::kCover;
  } else {
    constexpr std::string_view kModes[] = {"auto", "faithful", "plus"};
    throw invalid_argument("mode must be auto, faithful or plus, not \"" + std::string(mode) +
                           "\"" + did_you_mean(mode, kModes));
  }
}

}  // namespace mpart
