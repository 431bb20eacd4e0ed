#pragma once

#include <filesystem>
#include <string>

#include "mpart/preparation.hpp"

namespace mpart::python {

// The folder of the package onnxruntime, which has the library that runs networks; empty if Python
// does not find one. It is not imported. Needs the interpreter's lock.
std::filesystem::path onnxruntime_folder();

// Loads ONNX Runtime if this network needs it; it is looked for in the package, too. Throws
// Error(kUnsupported) that says how to install it.
void load_runtime_for(const std::string& bytes, const std::string& name,
                      const std::filesystem::path& package);

// The same for a stage of a model. Of a network that is not kept in the model nothing is known yet:
// the library is loaded if it is there, and make_stage() says what is wrong.
void load_runtime_for(const Stage& network, const std::filesystem::path& package);

}  // namespace mpart::python
