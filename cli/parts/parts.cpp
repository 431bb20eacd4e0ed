#include "cli/parts/parts.hpp"

#include <dlfcn.h>

#include <filesystem>

#include "cli/install_paths.hpp"
#include "mpart/error.hpp"
#include "mpart/version.hpp"

namespace mpart {

namespace {

namespace fs = std::filesystem;

// Beside the program, as it is built, or where it is installed.
fs::path find(const std::string& file) {
  std::error_code ignored;
  for (const fs::path& folder : {program_folder(), program_folder() / MPART_PARTS_FOLDER}) {
    if (fs::exists(folder / file, ignored)) return folder / file;
  }
  return {};
}

template <typename Part>
const Part& load(const std::string& file, const std::string& what_to_do) {
  const fs::path path = find(file);
  if (path.empty()) throw unsupported("this mpart was built without " + what_to_do);
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const symbol = library == nullptr ? nullptr : ::dlsym(library, Part::kSymbol);
  // NOLINTNEXTLINE(concurrency-mt-unsafe): parts are loaded by the one thread of a command.
  if (symbol == nullptr) throw unavailable(::dlerror());
  const auto* const part = static_cast<const Part*>(symbol);
  if (version() != part->version) {
    throw unavailable(path.string() + ": of mpart " + part->version + ", " +
                      std::string(version()) + " expected");
  }
  return *part;
}

}  // namespace

const OpencvPart& opencv_part() {
  static const auto& part = load<OpencvPart>(
      "mpart-opencv.so",
      "OpenCV, which reads pictures: install libopencv-imgcodecs-dev and libopencv-imgproc-dev, "
      "configure with -DMPART_OPENCV=ON");
  return part;
}

}  // namespace mpart
