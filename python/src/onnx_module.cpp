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
#include "python/src/arrays.hpp"
#include "python/src/errors.hpp"
#include "python/src/guard.hpp"
#include "python/src/onnx_package.hpp"

namespace mpart::python {

namespace py = pybind11;

namespace {

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

  py::object transform(const py::object& samples) {
    const Buffer buffer(samples);
    const auto* const values_in = buffer.data<const float>();
    if (values_in == nullptr || buffer.dimensions() != 2 || buffer.size(1) != input_width()) {
      throw invalid_data("float32 rows of " + std::to_string(input_width()) + " values expected");
    }
    const std::size_t rows = buffer.size(0);
    const std::size_t most = std::clamp<std::size_t>(kMostValues / input_width(), 1, kMostRows);
    py::object result = empty_array<float>({rows, output_width()});
    const Buffer written(result, Buffer::Access::kWrite);
    const std::span<const float> in(values_in, rows * input_width());
    auto* const out = written.data<float>();
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
             load_runtime_for(bytes, name, package);
             return std::make_unique<Network>(bytes, name);
           }),
           py::arg("file"), py::arg("name"))
      .def("transform", &Network::transform, py::arg("samples"))
      .def_property_readonly("metadata", &Network::metadata)
      .def_property_readonly("input_width", &Network::input_width)
      .def_property_readonly("output_width", &Network::output_width);
}

}  // namespace mpart::python
