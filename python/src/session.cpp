#include "mpart/session.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "python/src/bindings.hpp"
#include "python/src/guard.hpp"
#include "python/src/labels.hpp"
#include "python/src/rows.hpp"
#include "python/src/step.hpp"

namespace mpart::python {

namespace py = pybind11;

namespace {

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

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
    throw Error(ErrorKind::kBadInput, "one sample is a 1-D array, " +
                                          std::to_string(values.ndim()) + " dimensions found");
  }
  sample.values.assign(values.data(), values.data() + values.size());
  for (std::size_t k = 0; k < sample.values.size(); ++k) {
    if (std::isfinite(sample.values[k])) continue;
    throw Error(ErrorKind::kBadInput, "column " + std::to_string(k) + " is NaN or infinite");
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
  const Ledger& ledger = session_.ledger();
  for (QueryId id = ledger.asked() + 1 - step.asked; id <= ledger.asked(); ++id) {
    const LedgerEntry* entry = ledger.find(id);
    if (entry == nullptr) continue;
    seen.view.questions.push_back({id, entry->time, entry->reason, entry->values});
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
    throw Error(ErrorKind::kBadInput, std::to_string(rows.size()) + " labels expected, " +
                                          std::to_string(names.size()) + " found");
  }
  std::uint64_t asked = 0;
  Sample sample;
  guard_.for_each(rows.size(), [&](std::size_t i) {
    const std::span<const double> values = rows[i];
    sample.values.assign(values.begin(), values.end());
    sample.label = names[i];
    sample.row = session_.counters().samples + 1;
    try {
      asked += session_.step(sample, oracle_).asked;
    } catch (const Error& error) {
      throw Error(error.kind(), "row " + std::to_string(i) + ": " + error.what());
    }
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
  py::dict row;
  row["id"] = entry.id;
  row["time"] = entry.time;
  row["asked"] = entry.asked;
  row["epistemic"] = entry.reason.epistemic;
  row["aleatoric"] = entry.reason.aleatoric;
  row["density"] = entry.reason.density;
  row["score"] = entry.reason.score;
  row["threshold"] = entry.reason.threshold;
  row["state"] = name_of(entry.state);
  row["label"] = entry.state == LedgerEntry::State::kLabelled
                     ? labels_.label_of(classes[entry.receipt.label])
                     : py::object(py::none());
  return row;
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
  py::dict out;
  out["samples"] = counters.samples;
  out["questions"] = shared.get([](const Session& s) { return s.ledger().asked(); });
  out["labels"] = counters.labels;
  out["skipped"] = counters.skipped;
  out["expired"] = counters.expired;
  out["clipped_values"] = counters.clipped_values;
  out["clipped_samples"] = counters.clipped_samples;
  out["coactivations"] = counters.coactivations;
  return out;
}

py::dict options_of(SharedSession& shared) {
  const SessionOptions options = shared.get([](const Session& s) { return s.options(); });
  py::dict out;
  out["parameters"] = options.parameters;
  out["strategy"] = std::string(name_of(options.strategy));
  out["budget"] = py::make_tuple(options.budget.questions, options.budget.period);
  out["seed"] = options.seed;
  return out;
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
  } catch (const Error& error) {
    PyErr_SetString(PyExc_OSError, error.what());
    throw py::error_already_set();
  }
}

}  // namespace

void bind_session(py::module_& module) {
  py::class_<SharedSession>(module, "Session")
      .def(py::init([](const Parameters& parameters, const std::string& strategy,
                       std::uint64_t questions, std::uint64_t period, std::uint64_t seed) {
             return std::make_unique<SharedSession>(SessionOptions{
                 parameters, parse_strategy(strategy), Budget{questions, period}, seed});
           }),
           py::arg("parameters"), py::arg("strategy"), py::arg("questions"), py::arg("period"),
           py::arg("seed"))
      .def_static("decode", &decoded, py::arg("data"), py::arg("labels"))
      .def("encode", &encoded)
      .def("save", &save, py::arg("path"))
      .def("observe", &SharedSession::observe, py::arg("values"), py::arg("label"))
      .def("observe_many", &SharedSession::observe_many, py::arg("samples"), py::arg("labels"))
      .def("finish", &SharedSession::finish)
      .def("predict", &SharedSession::predict, py::arg("values"))
      .def("teach", &SharedSession::teach, py::arg("id"), py::arg("label"))
      .def("skip", &SharedSession::skip, py::arg("id"))
      .def("withdraw", &SharedSession::withdraw, py::arg("id"))
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
      .def_property_readonly(
          "budget_left",
          [](SharedSession& shared) {
            return shared.get([](const Session& s) { return s.standing().left; });
          })
      .def_property_readonly(
          "width",
          [](SharedSession& shared) {
            return shared.get([](const Session& s) { return s.learner().width(); });
          })
      .def_property_readonly(
          "node_count",
          [](SharedSession& shared) {
            return shared.get([](const Session& s) { return s.learner().node_count(); });
          })
      .def(py::pickle(
          [](SharedSession& shared) {
            return py::make_tuple(encoded(shared), shared.labels().by_name());
          },
          [](const py::tuple& state) {
            return decoded(state[0].cast<py::bytes>(), state[1].cast<py::dict>());
          }));
}

}  // namespace mpart::python
