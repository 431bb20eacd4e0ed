#include "mpart/learner.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "python/src/arrays.hpp"
#include "python/src/bindings.hpp"
#include "python/src/feature_range.hpp"
#include "python/src/guard.hpp"

namespace mpart::python {

namespace py = pybind11;

namespace {

// A learner whose classes are numbers, the caller's codes: "0", "1", ...
class CodedLearner {
 public:
  CodedLearner(Parameters parameters, std::uint64_t seed, FeatureRange range)
      : parameters_(std::move(parameters)),
        seed_(seed),
        range_(std::move(range)),
        learner_(make_learner(parameters_, seed)) {}

  void learn(const py::object& samples, const py::object& codes);
  py::tuple predict(const py::object& samples, bool raw);
  py::dict graph() {
    return as_dict(guard_.alone([&] { return learner_->graph(); }));
  }
  std::size_t node_count() {
    return guard_.alone([&] { return learner_->node_count(); });
  }
  std::size_t edge_count() {
    return guard_.alone([&] { return learner_->edge_count(); });
  }
  py::tuple range() {
    const auto ends = guard_.alone([&] { return std::make_pair(range_.low(), range_.high()); });
    return py::make_tuple(array_of(ends.first), array_of(ends.second));
  }
  std::uint64_t clipped_values() {
    return guard_.alone([&] { return clipped_; });
  }

  py::tuple state();
  static std::unique_ptr<CodedLearner> from_state(const py::tuple& state);

 private:
  Parameters parameters_;
  std::uint64_t seed_;
  FeatureRange range_;
  std::unique_ptr<Learner> learner_;
  std::uint64_t clipped_ = 0;
  Guard guard_;
};

// A code below 0 is a sample without a label.
void CodedLearner::learn(const py::object& samples, const py::object& codes) {
  Rows rows(samples);
  const Buffer buffer(codes);
  const auto* const code = buffer.data<const std::int64_t>();
  if (code == nullptr || buffer.dimensions() != 1) {
    throw invalid_argument("codes must be a 1-D array of int64");
  }
  if (buffer.size(0) != rows.size()) {
    throw invalid_data(std::to_string(rows.size()) + " labels expected, " +
                       std::to_string(buffer.size(0)) + " found");
  }
  guard_.alone([&] {
    range_.require_width(rows.width());
    range_.begin(rows);
  });
  auto* const rescalable = as<Rescalable>(*learner_);
  Prediction prediction;
  std::vector<double> scaled;
  guard_.for_each(rows.size(), [&](std::size_t i) {
    in_row(i, [&] {
      if (range_.learn(rows[i], rescalable != nullptr)) rescalable->rescale(range_.change());
      const std::span<const double> values = range_.apply(rows[i], scaled);
      learner_->observe(values, prediction);
      clipped_ += prediction.clipped;
      if (code[i] >= 0) learner_->teach(values, std::to_string(code[i]));
    });
  });
}

// Codes of the classes; probabilities [row][class], calibrated unless `raw`; figures [row][mass,
// u_e, u_a, u, density, score].
py::tuple CodedLearner::predict(const py::object& samples, bool raw) {
  constexpr std::size_t kFigures = 6;
  Rows rows(samples);
  guard_.alone([&] { range_.require_width(rows.width()); });
  std::vector<std::string> classes;
  std::vector<double> probabilities, figures, calibrated, scaled;
  const auto known_from_the_start = [&] { return learner_->classes().size() == classes.size(); };
  do {  // again, if another thread taught a new class meanwhile
    guard_.alone([&] { classes = learner_->classes(); });
    probabilities.assign(rows.size() * classes.size(), 0);
    figures.assign(rows.size() * kFigures, 0);
    Scratch scratch;
    Prediction out;
    guard_.for_each(rows.size(), [&](std::size_t i) {
      if (!known_from_the_start()) return;
      in_row(i, [&] { learner_->predict(range_.apply(rows[i], scaled), scratch, out); });
      if (!raw) calibrate(out, calibrated);
      const std::vector<double>& probability = raw ? out.probability : calibrated;
      std::copy(probability.begin(), probability.end(), probabilities.data() + i * classes.size());
      const double row[kFigures] = {out.mass,        out.epistemic, out.aleatoric,
                                    out.uncertainty, out.density,   out.score};
      std::copy(row, row + kFigures, figures.data() + i * kFigures);
    });
  } while (!guard_.alone(known_from_the_start));
  std::vector<std::int64_t> codes(classes.size());
  std::transform(classes.begin(), classes.end(), codes.begin(),
                 [](const std::string& name) { return std::stoll(name); });
  return py::make_tuple(array_of(codes), array_of(probabilities, {rows.size(), classes.size()}),
                        array_of(figures, {rows.size(), kFigures}));
}

py::tuple CodedLearner::state() {
  Writer parameters, range, learner;
  std::uint64_t clipped = 0;
  guard_.alone([&] {
    parameters_.save(parameters);
    range_.save(range);
    learner_->save(learner, {});
    clipped = clipped_;
  });
  return py::make_tuple(py::bytes(parameters.bytes()), seed_, py::bytes(range.bytes()),
                        py::bytes(learner.bytes()), clipped);
}

// States of earlier versions have the ends of a range that does not grow.
FeatureRange range_of_state(const py::tuple& state) {
  if (state.size() == 5) {
    const auto bytes = state[2].cast<std::string>();
    Reader reader(bytes);
    FeatureRange range = FeatureRange::load(reader);
    require(reader.done(), "bytes after its end");
    return range;
  }
  if (state.size() != 6) throw invalid_data("not a pickled learner");
  auto low = state[2].cast<std::vector<double>>(), high = state[3].cast<std::vector<double>>();
  const auto kind = low.empty() ? FeatureRange::Kind::kAsTheyAre : FeatureRange::Kind::kGiven;
  return FeatureRange(kind, std::move(low), std::move(high));
}

std::unique_ptr<CodedLearner> CodedLearner::from_state(const py::tuple& state) {
  FeatureRange range = range_of_state(state);
  const auto parameters = state[0].cast<std::string>();
  const auto learner = state[state.size() - 2].cast<std::string>();
  Reader reader(parameters);
  auto made = std::make_unique<CodedLearner>(Parameters::load(reader),
                                             state[1].cast<std::uint64_t>(), std::move(range));
  Reader body(learner);
  made->learner_->load(body);
  require(body.done(), "bytes after its end");
  made->clipped_ = state[state.size() - 1].cast<std::uint64_t>();
  return made;
}

}  // namespace

void bind_learner(py::module_& module) {
  py::class_<CodedLearner>(module, "Learner")
      .def(py::init([](const Parameters& parameters, std::uint64_t seed,
                       const std::vector<double>& low, const std::vector<double>& high) {
             using Kind = FeatureRange::Kind;
             return std::make_unique<CodedLearner>(
                 parameters, seed,
                 FeatureRange(low.empty() ? Kind::kAsTheyAre : Kind::kGiven, low, high));
           }),
           py::arg("parameters"), py::arg("seed"), py::arg("low"), py::arg("high"))
      .def(py::init([](const Parameters& parameters, std::uint64_t seed) {
             return std::make_unique<CodedLearner>(parameters, seed,
                                                   FeatureRange(FeatureRange::Kind::kLearned));
           }),
           py::arg("parameters"), py::arg("seed"))
      .def("learn", &CodedLearner::learn, py::arg("samples"), py::arg("codes"))
      .def("predict", &CodedLearner::predict, py::arg("samples"), py::arg("raw") = false)
      .def("graph", &CodedLearner::graph)
      .def_property_readonly("range", &CodedLearner::range)
      .def_property_readonly("node_count", &CodedLearner::node_count)
      .def_property_readonly("edge_count", &CodedLearner::edge_count)
      .def_property_readonly("clipped_values", &CodedLearner::clipped_values)
      .def(py::pickle([](CodedLearner& learner) { return learner.state(); },
                      [](const py::tuple& state) { return CodedLearner::from_state(state); }));
}

}  // namespace mpart::python
