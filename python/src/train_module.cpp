#include <pybind11/stl.h>

#include <chrono>
#include <mutex>
#include <string>

#include "prepare/parametric_umap.hpp"
#include "prepare/training_split.hpp"
#include "python/src/arrays.hpp"
#include "python/src/errors.hpp"

namespace mpart::python {

namespace py = pybind11;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kTurn{50};

// Hears Ctrl-C every kTurn. REQUIRES: the interpreter's lock is not held.
class Signals {
 public:
  void hear() {
    if (Clock::now() < next_) return;
    const py::gil_scoped_acquire acquired;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    next_ = Clock::now() + kTurn;
  }

 private:
  Clock::time_point next_ = Clock::now() + kTurn;
};

// One fit uses all cores, so fits take turns.
class Turn {
 public:
  explicit Turn(Signals& signals) {
    while (!mutex().try_lock_for(kTurn)) signals.hear();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() { mutex().unlock(); }

 private:
  static std::timed_mutex& mutex() {
    static std::timed_mutex the_one;
    return the_one;
  }
};

embed::NetworkKind kind_of(const std::string& network) {
  for (const auto kind : {embed::NetworkKind::kMlp, embed::NetworkKind::kCnn}) {
    if (network == embed::name_of(kind)) return kind;
  }
  throw invalid_argument("network: mlp or cnn expected, not " + network);
}

embed::Matrix drawn_rows(const Buffer& samples, const embed::RowDraw& draw) {
  embed::Matrix rows;
  rows.columns = samples.size(1);
  const std::size_t count = samples.size(0);
  const auto* const first = samples.data<const float>();
  for (std::size_t row = 0; row < count; ++row) {
    if (!draw.takes(row + 1)) continue;  // as the rows of a file are counted
    const float* const values = first + row * rows.columns;
    rows.values.insert(rows.values.end(), values, values + rows.columns);
    ++rows.rows;
  }
  return rows;
}

// tell(epoch, epochs, loss, seconds left) after every epoch but the last, unless it is None.
class Teller {
 public:
  explicit Teller(const py::object& tell) : tell_(tell) {}

  void hear(const embed::Progress& now) {
    if (now.epoch > last_.epoch && !tell_.is_none()) {
      const py::gil_scoped_acquire acquired;
      tell_(now.epoch, now.epochs, last_.loss, now.seconds_left());
    }
    last_ = now;
  }

 private:
  const py::object& tell_;
  embed::Progress last_;
};

// The network's file, its loss, the epochs it took and the features it sees.
py::tuple fit(const py::object& samples, const py::dict& options, const py::object& tell) {
  embed::FitOptions how;
  how.training.dims = options["dims"].cast<std::size_t>();
  how.training.epochs = options["epochs"].cast<std::size_t>();
  how.training.network = kind_of(options["network"].cast<std::string>());
  how.training.seed = options["seed"].cast<std::uint64_t>();
  how.neighbours = options["neighbours"].cast<std::size_t>();
  how.min_dist = options["min_dist"].cast<double>();
  how.share = options["share"].cast<double>();
  how.fitted_on = options["fitted_on"].cast<std::string>();
  how.features = embed::features_by_name(options["features"].cast<std::string>());
  embed::check(how);
  const Buffer buffer(samples);
  if (buffer.dimensions() != 2 || buffer.data<const float>() == nullptr) {
    throw invalid_argument("samples must be a C-contiguous 2-D array of float32");
  }
  Teller teller(tell);
  embed::FitResult result;
  {
    const py::gil_scoped_release released;
    Signals signals;
    const Turn turn(signals);
    const embed::Matrix rows = drawn_rows(buffer, {how.share, how.training.seed});
    const auto go_on = [&](const embed::Progress& progress) {
      signals.hear();
      teller.hear(progress);
      return true;
    };
    result = embed::fit(rows, how, go_on, [&] { signals.hear(); });
  }
  return py::make_tuple(py::bytes(result.onnx), result.loss, result.epochs,
                        std::string(embed::name_of(result.features)));
}

}  // namespace

PYBIND11_MODULE(_train, module) {
  module.doc() = "Networks that learn. Use mpart_learn.ParametricUMAP.";
  translate_errors();
  module.def("fit", &fit, py::arg("samples"), py::arg("options"), py::arg("tell"));
}

}  // namespace mpart::python
