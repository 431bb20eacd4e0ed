#pragma once

#include <string>
#include <string_view>

namespace mpart {

// Replaces `path` by `bytes`, whole or not at all: a new file beside it, fsync, rename, fsync of
// the folder. On failure the old file is untouched, the new one is removed, and Error(kInvalidData)
// names the path and the reason.
void write_file_atomically(const std::string& path, std::string_view bytes);

// The same for a file that only its owner may read. A symbolic link in its place is replaced.
void write_private_file(const std::string& path, std::string_view bytes);

// The whole file. Throws Error(kInvalidData) naming the path.
std::string read_file(const std::string& path);

// Throws Error(kInvalidData) now if a later write_file_atomically(path) could not even begin.
void require_writable(const std::string& path);

}  // namespace mpart
