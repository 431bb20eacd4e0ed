#include "mpart/session.hpp"

#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <vector>

#include "mpart/model_file.hpp"
#include "python/src/bindings.hpp"
#include "python/src/shared_session.hpp"

namespace mpart::python {

namespace py = pybind11;

namespace {

using namespace py::literals;

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
  Preparation preparation;
  Session session = decode_model(std::string(bytes), {}, &preparation);
  return std::make_unique<SharedSession>(std::move(session), Labels(labels),
                                         std::move(preparation));
}

py::bytes encoded(SharedSession& shared) {
  return shared.get(
      [&](const Session& s) { return encode_model(s, {}, shared.preparer().preparation()); });
}

void save(SharedSession& shared, const std::string& path) {
  try {
    shared.get([&](const Session& s) { save_model(path, s, {}, shared.preparer().preparation()); });
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
      .def("observe", &SharedSession::observe, "x"_a, "label"_a)
      .def("observe_many", &SharedSession::observe_many, "samples"_a, "labels"_a)
      .def("finish", &SharedSession::finish)
      .def("predict", &SharedSession::predict, "x"_a)
      .def("predict_many", &SharedSession::predict_many, "samples"_a)
      .def("name_features", &SharedSession::name_features, "names"_a)
      .def("teach", &SharedSession::teach, "id"_a, "label"_a)
      .def("skip", &SharedSession::skip, "id"_a)
      .def("withdraw", &SharedSession::withdraw, "id"_a)
      .def("ledger", &SharedSession::ledger)
      .def("graph",
           [](SharedSession& shared) {
             return as_dict(shared.get([](const Session& s) { return s.learner().graph(); }));
           })
      .def_property_readonly(
          "columns", [](const SharedSession& shared) { return shared.preparer().columns(); })
      .def_property_readonly(
          "preparation", [](const SharedSession& shared) { return shared.preparer().describe(); })
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
