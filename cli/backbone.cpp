// mpart backbone: networks with weights of ImageNet, made from packages of Python's registry.
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/backbones.hpp"
#include "cli/commands.hpp"
#include "cli/install_paths.hpp"
#include "cli/report.hpp"
#include "mpart/error.hpp"
#include "util/atomic_file.hpp"
#include "util/crc64.hpp"
#include "util/process.hpp"

namespace mpart {

namespace {

namespace fs = std::filesystem;

fs::path script_path() {
  std::error_code error;
  for (const fs::path& path : shared_places("models/backbones/make_efficientnet_lite")) {
    if (fs::exists(path, error)) return path;
  }
  throw not_found("models/backbones/make_efficientnet_lite: not installed with this mpart");
}

// The ONNX file, as the script makes it.
std::string make(const Backbone& backbone, const fs::path& part) {
  ProcessResult ended;
  try {
    ended = run_process({"python3", script_path().string(), backbone.package, backbone.sha256,
                         backbone.depth, backbone.side, part.string()},
                        "");
  } catch (const Error& error) {
    throw unavailable(std::string(error.what()) +
                      "; Python 3 with pip is needed once, to install a backbone");
  }
  if (ended.exit_code != 0 || ended.signal != 0) {
    throw unavailable(std::string(backbone.name) + ": could not be made; see above");
  }
  std::string bytes = read_file(part.string());
  if (crc64(bytes) != backbone.checksum) {
    throw corrupt(std::string(backbone.name) +
                  ": what was made has another checksum than expected");
  }
  return bytes;
}

class BackboneListCommand : public Command {
 public:
  explicit BackboneListCommand(CLI::App* app) : Command(app) {
    app->add_flag("--json", json_, "print the list as JSON");
  }

  int run() override {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    Table table;
    for (const Backbone& backbone : backbones()) {
      std::error_code error;
      const bool is_here = fs::exists(backbone_path(backbone), error);
      list.push_back({{"name", backbone.name},
                      {"what", backbone.what},
                      {"licence", backbone.licence},
                      {"package", backbone.package},
                      {"installed", is_here ? backbone_path(backbone).string() : ""}});
      table.add(backbone.name, std::string(backbone.what) + "; " + backbone.licence +
                                   (is_here ? "; installed" : ""));
    }
    std::cout << (json_ ? list.dump() + "\n" : table.text());
    return kExitDone;
  }

 private:
  bool json_ = false;
};

class BackboneInstallCommand : public Command {
 public:
  explicit BackboneInstallCommand(CLI::App* app) : Command(app) {
    app->add_option("NAME", name_, "as mpart backbone list has it")->required();
  }

  int run() override {
    const Backbone& backbone = find_backbone(name_);
    const fs::path path = backbone_path(backbone);
    std::error_code error;
    if (fs::exists(path, error) && crc64(read_file(path.string())) == backbone.checksum) {
      std::cout << path.string() << " is installed\n";
      return kExitDone;
    }
    fs::create_directories(path.parent_path(), error);
    if (error) throw invalid_data(path.parent_path().string() + ": " + error.message());
    const fs::path part = path.string() + ".part";
    try {
      write_file_atomically(path.string(), make(backbone, part));
    } catch (const Error&) {
      fs::remove(part, error);
      throw;
    }
    fs::remove(part, error);
    std::cout << path.string() << " installed; use it by --embedder " << backbone.name << '\n';
    return kExitDone;
  }

 private:
  std::string name_;
};

}  // namespace

std::unique_ptr<Command> make_backbone_list(CLI::App* app) {
  return std::make_unique<BackboneListCommand>(app);
}

std::unique_ptr<Command> make_backbone_install(CLI::App* app) {
  return std::make_unique<BackboneInstallCommand>(app);
}

}  // namespace mpart
