#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mpart/embedder.hpp"
#include "prepare/onnx_outline.hpp"
#include "python/src/errors.hpp"
#include "python/src/guard.hpp"

namespace mpart::python {

namespace py = pybind11;

namespace {

using Floats = py::array_t<float, py::array::c_style>;

constexpr std::size_t kMostRows = 128, kMostValues = std::size_t{1} << 19;  // at once

// A network that runs. Several threads may call it: they take turns.
class Network {
 public:
  Network(const std::string& bytes, const std::string& name)
      : embedder_(read_embedder(bytes, name)),
        metadata_(embed::read_onnx_outline(bytes, name).metadata) {}

  std::size_t input_width() const { return embedder_->input_width(); }
  std::size_t output_width() const { return embedder_->output_width(); }
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

  Floats transform(const Floats& samples) {
    if (samples.ndim() != 2 || static_cast<std::size_t>(samples.shape(1)) != input_width()) {
      throw invalid_data("rows of " + std::to_string(input_width()) + " values expected");
    }
    const auto rows = static_cast<std::size_t>(samples.shape(0));
    const std::size_t most = std::clamp<std::size_t>(kMostValues / input_width(), 1, kMostRows);
    Floats result(std::vector<std::size_t>{rows, output_width()});
    const std::span<const float> in(samples.data(), rows * input_width());
    float* const out = result.mutable_data();
    std::vector<float> values;
    guard_.for_each((rows + most - 1) / most, [&](std::size_t block) {
      const std::size_t first = block * most;
      const std::size_t count = std::min(most, rows - first);
      embedder_->embed(in.subspan(first * input_width(), count * input_width()), count, values);
      std::copy(values.begin(), values.end(), out + first * output_width());
    });
    return result;
  }

 private:
  std::unique_ptr<Embedder> embedder_;
  std::map<std::string, std::string> metadata_;
  Guard guard_;
};

}  // namespace

PYBIND11_MODULE(_onnx, module) {
  module.doc() = "Networks that run, by OpenCV. Use mpart_learn.ParametricUMAP.";
  translate_errors();
  py::class_<Network>(module, "Network")
      .def(py::init([](const py::bytes& file, const std::string& name) {
             const std::string bytes = file;
             const py::gil_scoped_release released;
             return std::make_unique<Network>(bytes, name);
           }),
           py::arg("file"), py::arg("name"))
      .def("transform", &Network::transform, py::arg("samples"))
      .def_property_readonly("metadata", &Network::metadata)
      .def_property_readonly("input_width", &Network::input_width)
      .def_property_readonly("output_width", &Network::output_width);
}

}  // namespace mpart::python
