#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mpart/session.hpp"
#include "python/src/bindings.hpp"
#include "python/src/guard.hpp"
#include "python/src/preparer.hpp"

namespace mpart::python {

// Answers with the label that came with the sample; a question without one stays open.
class GivenOracle : public Oracle {
 public:
  Answer ask(const Query& query) override {
    const std::string& label = query.question.sample.label;
    return label.empty() ? Answer{} : Answer::of(label);
  }
};

// A session that several Python threads may use, with the labels and the samples of Python.
class SharedSession {
 public:
  // The strategy explorer stays, also where the first sample chooses the learner plus, with which a
  // session goes over to cover: whoever calls observe() expects to be asked about this very sample,
  // and cover asks about samples that have passed.
  explicit SharedSession(const SessionOptions& options) : session_(options) {}
  SharedSession(Session session, Labels labels, Preparation preparation)
      : session_(std::move(session)),
        labels_(std::move(labels)),
        preparer_(std::move(preparation)) {}

  // A sample is what Preparer::read() takes; samples are a list of them, or a 2-D array.
  StepView observe(const pybind11::object& x, const pybind11::object& label);
  StepView finish();
  std::uint64_t observe_many(const pybind11::object& samples, const pybind11::iterable& labels);
  PredictionView predict(const pybind11::object& x);
  std::vector<PredictionView> predict_many(const pybind11::object& samples);

  // Throws Error(kConflict) once a sample was learned.
  void name_features(const std::vector<std::string>& names);

  void teach(QueryId id, const pybind11::object& label) {
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
  const Preparer& preparer() const { return preparer_; }

  pybind11::list classes();
  pybind11::list ledger();
  const Labels& labels() const { return labels_; }

 private:
  struct Seen {  // what a step left behind, before it is turned into Python's objects
    StepView view;
    std::string best;
  };
  // Calls work(i, sample) for each sample, prepared. A sample that is refused is said to be of row
  // i; those before it have been worked on.
  template <typename Work>
  void for_each_sample(const pybind11::object& samples, Work&& work);
  std::vector<Sample> read_all(const pybind11::object& samples) const;
  const Step& step(Sample& sample);
  void choose_method(const Sample& first);
  void describe(const Prediction& prediction, Seen& seen) const;
  void describe(const Step& step, Seen& seen) const;
  StepView translated(Seen seen) const;
  pybind11::dict row_of(const LedgerEntry& entry, const std::vector<std::string>& classes) const;

  static constexpr std::size_t kBlock = 256;  // samples that go through the stages at once

  Session session_;
  Labels labels_;
  Preparer preparer_;
  GivenOracle oracle_;
  Guard guard_;
};

}  // namespace mpart::python
