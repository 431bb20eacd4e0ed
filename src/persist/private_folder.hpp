#pragma once

#include <string>
#include <vector>

namespace mpart {

// A folder whose files are for its owner alone. Both functions return a line for every mode that
// was too open and has been tightened, and throw Error(kInvalidArgument) that names what belongs
// to another user.

// Makes the folder and its parents if they are not there. It may be a symbolic link to one.
std::vector<std::string> make_private_folder(const std::string& folder);

// The files of a state (docs/state.md); others are left alone. Refuses whatever is not a file, such
// as a symbolic link.
std::vector<std::string> make_state_files_private(const std::string& folder);

}  // namespace mpart
