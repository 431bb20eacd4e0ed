#include "mpart/session.hpp"

#include <pybind11/stl.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "mpart/model_file.hpp"
#include "python/src/arrays.hpp"
#include "python/src/bindings.hpp"
#include "python/src/guard.hpp"

namespace mpart::python {

namespace py = pybind11;

namespace {

using namespace py::literals;

// Answers with the label that came with the sample; a question without one stays open.
class GivenOracle : public Oracle {
 public:
  Answer ask(const Query& query) override {
    const std::string& label = query.question.sample.label;
    return label.empty() ? Answer{} : Answer::of(label);
  }
};

void take(const Doubles& values, Sample& sample) {
  if (values.ndim() != 1) {
    throw invalid_data("one sample is a 1-D array, " + std::to_string(values.ndim()) +
                       " dimensions found");
  }
  sample.values.assign(values.data(), values.data() + values.size());
  for (std::size_t k = 0; k < sample.values.size(); ++k) {
    if (std::isfinite(sample.values[k])) continue;
    throw invalid_data("column " + std::to_string(k) + " is NaN or infinite");
  }
}

class SharedSession {
 public:
  explicit SharedSession(const SessionOptions& options) : session_(options) {}
  SharedSession(Session session, Labels labels)
      : session_(std::move(session)), labels_(std::move(labels)) {}

  StepView observe(const Doubles& values, const py::object& label);
  StepView finish();
  std::uint64_t observe_many(const py::array& samples, const py::iterable& labels);
  PredictionView predict(const Doubles& values);

  void teach(QueryId id, const py::object& label) {
    const std::string name = labels_.name_of(label);
    guard_.alone([&] { session_.teach(id, name); });
  }
  void skip(QueryId id) {
    guard_.alone([&] { session_.skip(id); });
  }
  void withdraw(QueryId id) {
    guard_.alone([&] { session_.withdraw(id); });
  }

  // Reads something of the session, alone.
  template <typename Get>
  auto get(Get&& of) {
    return guard_.alone([&] { return of(std::as_const(session_)); });
  }

  py::list classes();
  py::list ledger();
  const Labels& labels() const { return labels_; }

 private:
  struct Seen {  // what a step left behind, before it is turned into Python's objects
    StepView view;
    std::string best;
  };
  void describe(const Prediction& prediction, Seen& seen) const;
  void describe(const Step& step, Seen& seen) const;
  StepView translated(Seen seen) const;
  py::dict row_of(const LedgerEntry& entry, const std::vector<std::string>& classes) const;

  Session session_;
  Labels labels_;
  GivenOracle oracle_;
  Guard guard_;
};

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

StepView SharedSession::observe(const Doubles& values, const py::object& label) {
  Sample sample;
  take(values, sample);
  sample.label = labels_.name_of(label);
  Seen seen;
  guard_.alone([&] {
    sample.row = session_.counters().samples + 1;
    describe(session_.step(sample, oracle_), seen);
  });
  return translated(std::move(seen));
}

StepView SharedSession::finish() {
  Seen seen;
  guard_.alone([&] { describe(session_.finish(oracle_), seen); });
  return translated(std::move(seen));
}

// Returns how many questions were asked.
std::uint64_t SharedSession::observe_many(const py::array& samples, const py::iterable& labels) {
  const Range as_they_are;
  Rows rows(samples, as_they_are);
  std::vector<std::string> names;
  for (const py::handle label : labels) names.push_back(labels_.name_of(label));
  if (names.size() != rows.size()) {
    throw invalid_data(std::to_string(rows.size()) + " labels expected, " +
                       std::to_string(names.size()) + " found");
  }
  std::uint64_t asked = 0;
  Sample sample;
  guard_.for_each(rows.size(), [&](std::size_t i) {
    const std::span<const double> values = rows[i];
    sample.values.assign(values.begin(), values.end());
    sample.label = names[i];
    sample.row = session_.counters().samples + 1;
    in_row(i, [&] { asked += session_.step(sample, oracle_).queries.size(); });
  });
  return asked;
}

PredictionView SharedSession::predict(const Doubles& values) {
  Sample sample;
  take(values, sample);
  Seen seen;
  guard_.alone([&] {
    Scratch scratch;
    Prediction prediction;
    session_.predict(sample, scratch, prediction);
    describe(prediction, seen);
  });
  return translated(std::move(seen));
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

py::dict counters_of(SharedSession& shared) {
  const Counters counters = shared.get([](const Session& s) { return s.counters(); });
  const auto queries = shared.get([](const Session& s) { return s.ledger().asked(); });
  return py::dict("samples"_a = counters.samples, "queries"_a = queries,
                  "labels"_a = counters.labels, "skipped"_a = counters.skipped,
                  "expired"_a = counters.expired, "clipped_values"_a = counters.clipped_values,
                  "clipped_samples"_a = counters.clipped_samples,
                  "coactivations"_a = counters.coactivations);
}

py::dict options_of(SharedSession& shared) {
  const SessionOptions options = shared.get([](const Session& s) { return s.options(); });
  return py::dict("parameters"_a = options.parameters,
                  "strategy"_a = std::string(name_of(options.strategy)),
                  "budget"_a = py::make_tuple(options.budget.questions, options.budget.period),
                  "seed"_a = options.seed);
}

std::unique_ptr<SharedSession> decoded(const py::bytes& bytes, const py::dict& labels) {
  return std::make_unique<SharedSession>(decode_model(std::string(bytes)), Labels(labels));
}

py::bytes encoded(SharedSession& shared) {
  return shared.get([](const Session& s) { return encode_model(s); });
}

void save(SharedSession& shared, const std::string& path) {
  try {
    shared.get([&](const Session& s) { save_model(path, s); });
  } catch (const Error& error) {  // as Python's own open() says it
    PyErr_SetString(PyExc_OSError, error.what());
    throw py::error_already_set();
  }
}

// A property that reads something of the session.
template <typename Get>
auto reader(Get of) {
  return [of](SharedSession& shared) { return shared.get(of); };
}

}  // namespace

void bind_session(py::module_& module) {
  py::class_<SharedSession>(module, "Session")
      .def(py::init([](const Parameters& parameters, const std::string& strategy,
                       std::uint64_t questions, std::uint64_t period, std::uint64_t seed) {
             return std::make_unique<SharedSession>(SessionOptions{
                 parameters, parse_strategy(strategy), Budget{questions, period}, seed});
           }),
           "parameters"_a, "strategy"_a, "questions"_a, "period"_a, "seed"_a)
      .def_static("decode", &decoded, "data"_a, "labels"_a)
      .def("encode", &encoded)
      .def("save", &save, "path"_a)
      .def("observe", &SharedSession::observe, "values"_a, "label"_a)
      .def("observe_many", &SharedSession::observe_many, "samples"_a, "labels"_a)
      .def("finish", &SharedSession::finish)
      .def("predict", &SharedSession::predict, "values"_a)
      .def("teach", &SharedSession::teach, "id"_a, "label"_a)
      .def("skip", &SharedSession::skip, "id"_a)
      .def("withdraw", &SharedSession::withdraw, "id"_a)
      .def("ledger", &SharedSession::ledger)
      .def("graph",
           [](SharedSession& shared) {
             return as_dict(shared.get([](const Session& s) { return s.learner().graph(); }));
           })
      .def_property_readonly("classes", &SharedSession::classes)
      .def_property_readonly("labels",
                             [](const SharedSession& shared) { return shared.labels().by_name(); })
      .def_property_readonly("counters", &counters_of)
      .def_property_readonly("options", &options_of)
      .def_property_readonly("budget_left",
                             reader([](const Session& s) { return s.budget_status().left; }))
      .def_property_readonly("width", reader([](const Session& s) { return s.learner().width(); }))
      .def_property_readonly("node_count",
                             reader([](const Session& s) { return s.learner().node_count(); }))
      .def(py::pickle(
          [](SharedSession& shared) {
            return py::make_tuple(encoded(shared), shared.labels().by_name());
          },
          [](const py::tuple& state) {
            return decoded(state[0].cast<py::bytes>(), state[1].cast<py::dict>());
          }));
}

}  // namespace mpart::python
