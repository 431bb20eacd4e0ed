#include "cli/places.hpp"

namespace mpart {

namespace fs = std::filesystem;

fs::path program_folder() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

std::vector<fs::path> shared_places(const std::string& name) {
  return {program_folder() / MPART_SHARED_FOLDER / name, fs::path(MPART_SOURCE_FOLDER) / name};
}

}  // namespace mpart
