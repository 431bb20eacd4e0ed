#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mpart {

// The folder that the running program is in.
std::filesystem::path program_folder();

// Where `name`, a file or folder that comes with the program, may be: as installed, then in the
// source.
std::vector<std::filesystem::path> shared_places(const std::string& name);

}  // namespace mpart
