#include "python/src/shared_session.hpp"

#include <algorithm>
#include <span>

#include "mpart/error.hpp"
#include "python/src/arrays.hpp"

namespace mpart::python {

namespace py = pybind11;

using namespace py::literals;

void SharedSession::describe(const Prediction& prediction, Seen& seen) const {
  seen.view.figures = prediction;
  if (prediction.best != kNoClass) seen.best = session_.learner().classes()[prediction.best];
}

void SharedSession::describe(const Step& step, Seen& seen) const {
  describe(step.prediction, seen);
  seen.view.time = step.time;
  for (const QueryId id : step.queries) {
    const LedgerEntry* entry = session_.ledger().find(id);
    if (entry == nullptr) continue;
    seen.view.queries.push_back({id, entry->time, entry->reason, entry->values});
  }
}

StepView SharedSession::translated(Seen seen) const {
  if (seen.view.figures.best != kNoClass) seen.view.best = labels_.label_of(seen.best);
  return std::move(seen.view);
}

const Step& SharedSession::step(Sample& sample) {
  const SessionOptions& options = session_.options();
  const bool may_change = options.choose_mode && options.strategy == StrategyKind::kExplorer;
  if (may_change && session_.counters().samples == 0) choose_method(sample);
  sample.row = session_.counters().samples + 1;
  return session_.step(sample, oracle_);
}

// The session's own choice, by its first sample, but for the strategy.
void SharedSession::choose_method(const Sample& first) {
  Session trial(session_.options());
  trial.step(first, oracle_);
  SessionOptions chosen = trial.options();
  chosen.strategy = StrategyKind::kExplorer;
  session_ = Session(chosen);
}

StepView SharedSession::observe(const py::object& x, const py::object& label) {
  Sample sample;
  preparer_.read(x, sample);
  sample.label = labels_.name_of(label);
  Seen seen;
  guard_.alone([&] {
    preparer_.run(sample);
    describe(step(sample), seen);
  });
  return translated(std::move(seen));
}

StepView SharedSession::finish() {
  Seen seen;
  guard_.alone([&] { describe(session_.finish(oracle_), seen); });
  return translated(std::move(seen));
}

std::vector<Sample> SharedSession::read_all(const py::object& samples) const {
  std::vector<Sample> read;
  if (!py::isinstance<py::list>(samples)) {
    Rows rows(samples);
    read.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::span<const double> values = rows[i];
      read[i].values.assign(values.begin(), values.end());
    }
    return read;
  }
  for (const py::handle x : samples) {
    Sample sample;
    in_row(read.size(), [&] { preparer_.read(x, sample); });
    read.push_back(std::move(sample));
  }
  return read;
}

template <typename Work>
void SharedSession::for_each_sample(const py::object& samples, Work&& work) {
  if (!preparer_.has_stages() && !py::isinstance<py::list>(samples)) {  // nothing is copied
    Rows rows(samples);
    Sample sample;
    guard_.for_each(rows.size(), [&](std::size_t i) {
      const std::span<const double> values = rows[i];
      sample.values.assign(values.begin(), values.end());
      in_row(i, [&] { work(i, sample); });
    });
    return;
  }
  std::vector<Sample> all = read_all(samples);
  std::size_t prepared = 0;
  std::string problem;
  guard_.for_each(all.size(), [&](std::size_t i) {
    if (i == prepared) {
      const std::size_t count = std::min(kBlock, all.size() - i);
      prepared += preparer_.run(std::span(all).subspan(i, count), problem);
    }
    in_row(i, [&] {
      if (i == prepared) throw invalid_data(problem);
      work(i, all[i]);
    });
  });
}

// Returns how many questions were asked.
std::uint64_t SharedSession::observe_many(const py::object& samples, const py::iterable& labels) {
  const std::size_t count = py::len(samples);
  std::vector<std::string> names;
  for (const py::handle label : labels) names.push_back(labels_.name_of(label));
  if (names.size() != count) {
    throw invalid_data(std::to_string(count) + " labels expected, " + std::to_string(names.size()) +
                       " found");
  }
  std::uint64_t asked = 0;
  for_each_sample(samples, [&](std::size_t i, Sample& sample) {
    sample.label = names[i];
    asked += step(sample).queries.size();
  });
  return asked;
}

PredictionView SharedSession::predict(const py::object& x) {
  Sample sample;
  preparer_.read(x, sample);
  Seen seen;
  guard_.alone([&] {
    preparer_.run(sample);
    Scratch scratch;
    Prediction prediction;
    session_.predict(sample, scratch, prediction);
    describe(prediction, seen);
  });
  return translated(std::move(seen));
}

std::vector<PredictionView> SharedSession::predict_many(const py::object& samples) {
  std::vector<Seen> seen(py::len(samples));
  Scratch scratch;
  Prediction prediction;
  for_each_sample(samples, [&](std::size_t i, const Sample& sample) {
    session_.predict(sample, scratch, prediction);
    describe(prediction, seen[i]);
  });
  std::vector<PredictionView> views;
  views.reserve(seen.size());
  for (Seen& one : seen) views.push_back(translated(std::move(one)));
  return views;
}

void SharedSession::name_features(const std::vector<std::string>& names) {
  guard_.alone_with_interpreter([&] {
    if (session_.counters().samples > 0 || preparer_.has_stages()) {
      throw conflict("samples without these names were learned before");
    }
    preparer_.name_features(names);
  });
}

py::list SharedSession::classes() {
  py::list out;
  for (const std::string& name : get([](const Session& s) { return s.learner().classes(); })) {
    out.append(labels_.label_of(name));
  }
  return out;
}

py::dict SharedSession::row_of(const LedgerEntry& entry,
                               const std::vector<std::string>& classes) const {
  const Reason& reason = entry.reason;
  const bool labelled = entry.state == LedgerEntry::State::kLabelled;
  return py::dict("id"_a = entry.id, "time"_a = entry.time, "asked"_a = entry.asked,
                  "epistemic"_a = reason.epistemic, "aleatoric"_a = reason.aleatoric,
                  "density"_a = reason.density, "score"_a = reason.score,
                  "threshold"_a = reason.threshold, "state"_a = name_of(entry.state),
                  "label"_a = labelled ? labels_.label_of(classes[entry.receipt.label])
                                       : py::object(py::none()));
}

py::list SharedSession::ledger() {
  std::vector<LedgerEntry> entries;
  std::vector<std::string> classes;
  guard_.alone([&] {
    const Ledger& ledger = session_.ledger();
    for (std::size_t i = 0; i < ledger.size(); ++i) entries.push_back(ledger.at(i));
    classes = session_.learner().classes();
  });
  py::list rows;
  for (const LedgerEntry& entry : entries) rows.append(row_of(entry, classes));
  return rows;
}

}  // namespace mpart::python
