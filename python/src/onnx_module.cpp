#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mpart/embedder.hpp"
#include "prepare/onnx_outline.hpp"
#include "prepare/onnx_runtime.hpp"
#include "prepare/own_network.hpp"
#include "python/src/errors.hpp"
#include "python/src/guard.hpp"

namespace mpart::python {

namespace py = pybind11;

namespace {

using Floats = py::array_t<float, py::array::c_style>;

constexpr std::size_t kMostRows = 128, kMostValues = std::size_t{1} << 19;  // at once

// The folder of the package onnxruntime, which has the library that runs networks; empty if Python
// does not find one. It is not imported.
std::filesystem::path onnxruntime_folder() {
  const py::object found = py::module_::import("importlib.util").attr("find_spec")("onnxruntime");
  if (found.is_none() || found.attr("origin").is_none()) return {};
  return std::filesystem::path(found.attr("origin").cast<std::string>()).parent_path();
}

// A network that is not of our own kind needs ONNX Runtime, which is looked for in the package,
// too.
std::unique_ptr<Embedder> open(const std::string& bytes, const std::string& name,
                               const std::filesystem::path& package) {
  if (embed::open_own_network(bytes, name) == nullptr) embed::OnnxRuntime::loaded(package);
  return read_embedder(bytes, name);
}

// A network that runs. Several threads may call it: they take turns.
class Network {
 public:
  Network(const std::string& bytes, const std::string& name, const std::filesystem::path& package)
      : embedder_(open(bytes, name, package)),
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
  module.doc() = "Networks that run. Use mpart_learn.ParametricUMAP.";
  translate_errors();
  py::class_<Network>(module, "Network")
      .def(py::init([](const py::bytes& file, const std::string& name) {
             const std::string bytes = file;
             const std::filesystem::path package = onnxruntime_folder();
             const py::gil_scoped_release released;
             return std::make_unique<Network>(bytes, name, package);
           }),
           py::arg("file"), py::arg("name"))
      .def("transform", &Network::transform, py::arg("samples"))
      .def_property_readonly("metadata", &Network::metadata)
      .def_property_readonly("input_width", &Network::input_width)
      .def_property_readonly("output_width", &Network::output_width);
}

}  // namespace mpart::python
