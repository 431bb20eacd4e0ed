#include "python/src/onnx_package.hpp"

#include <pybind11/pybind11.h>

#include "mpart/error.hpp"
#include "prepare/onnx_runtime.hpp"
#include "prepare/own_network.hpp"

namespace mpart::python {

namespace py = pybind11;

std::filesystem::path onnxruntime_folder() {
  const py::object found = py::module_::import("importlib.util").attr("find_spec")("onnxruntime");
  if (found.is_none() || found.attr("origin").is_none()) return {};
  return std::filesystem::path(found.attr("origin").cast<std::string>()).parent_path();
}

void load_runtime_for(const std::string& bytes, const std::string& name,
                      const std::filesystem::path& package) {
  if (embed::open_own_network(bytes, name) == nullptr) embed::OnnxRuntime::loaded(package);
}

void load_runtime_for(const Stage& network, const std::filesystem::path& package) {
  if (network.path.empty()) return load_runtime_for(network.bytes, network.name, package);
  try {
    embed::OnnxRuntime::loaded(package);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kUnsupported) throw;
  }
}

}  // namespace mpart::python
