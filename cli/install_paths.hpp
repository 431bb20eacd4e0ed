#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mpart {

// The folder that the running program is in.
inline std::filesystem::path program_folder() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
}

// Where `name`, a file or folder that comes with the program, may be: as installed, then in the
// source.
inline std::vector<std::filesystem::path> shared_places(const std::string& name) {
  return {program_folder() / MPART_SHARED_FOLDER / name,
          std::filesystem::path(MPART_SOURCE_FOLDER) / name};
}

}  // namespace mpart
