#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <vector>

#include "mpart/ledger.hpp"
#include "mpart/prediction.hpp"

namespace mpart::python {

// Copies, for Python to keep: the engine's own are valid until the next step.
struct PredictionView {
  Prediction figures;
  pybind11::object best = pybind11::none();  // None: no class has been received

  pybind11::object label() const { return figures.known ? best : pybind11::none(); }
};

struct QuestionView {
  QueryId id = 0;
  std::uint64_t time = 0;
  Reason reason;
  std::vector<double> values;  // empty once it is answered
};

struct StepView : PredictionView {
  std::uint64_t time = 0;
  std::vector<QuestionView> questions;

  pybind11::object id() const;  // of the question about this very sample, or None
};

}  // namespace mpart::python
