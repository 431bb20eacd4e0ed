#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mpart/graph.hpp"
#include "mpart/ledger.hpp"
#include "mpart/prediction.hpp"

namespace mpart::python {

// One function a .cpp file: pybind11's headers take long to read.
void bind_learner(pybind11::module_& module);
void bind_steps(pybind11::module_& module);
void bind_session(pybind11::module_& module);
void bind_budget(pybind11::module_& module);

// Arrays and lists, one entry a node or an edge.
pybind11::dict as_dict(const Graph& graph);

// The engine knows classes by name, Python by objects: 3 is "3" there and comes back as 3.
// All members need the interpreter's lock.
class Labels {
 public:
  Labels() = default;
  explicit Labels(pybind11::dict by_name) : by_name_(std::move(by_name)) {}

  // "" for None and NaN. Throws Error(kInvalidData) if another label has that name.
  std::string name_of(const pybind11::handle& label);

  // The name itself for a class that came from a file.
  pybind11::object label_of(std::string_view name) const;

  const pybind11::dict& by_name() const { return by_name_; }

 private:
  pybind11::dict by_name_;
};

// Copies, for Python to keep: the engine's own are valid until the next step.
struct PredictionView {
  Prediction figures;
  pybind11::object best = pybind11::none();  // None: no class has been received

  pybind11::object predicted() const { return figures.known ? best : pybind11::none(); }
};

struct QueryView {
  QueryId id = 0;
  std::uint64_t time = 0;
  Reason reason;
  std::vector<double> values;  // empty once it is answered
};

struct StepView : PredictionView {
  std::uint64_t time = 0;
  std::vector<QueryView> queries;

  pybind11::object id() const;  // of the question about this very sample, or None
};

}  // namespace mpart::python
