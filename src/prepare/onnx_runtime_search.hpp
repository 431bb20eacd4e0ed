#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mpart::embed {

// A library to try: a file, or a name without folders for the system's loader to find.
struct RuntimeCandidate {
  std::string file;
  bool is_required = false;  // the user has named it: no other will do
};

// Where ONNX Runtime may be, best first:
//   the file that MPART_ONNXRUNTIME names, and then no other
//   beside the program: its folder, ../lib, ../lib/mpart
//   mpart/onnxruntime in the user's folder of caches, where scripts/setup networks puts it
//   the system's libraries
//   Python's package onnxruntime: `package`, the folder that has it, if that is not empty, or that
//   of any python3 in PATH
// Of several in one folder the newest comes first.
std::vector<RuntimeCandidate> find_onnx_runtime(const std::filesystem::path& package = {});

}  // namespace mpart::embed
