#include "util/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <utility>

#include "mpart/error.hpp"
#include "util/owned_fd.hpp"
#include "util/system_error.hpp"

namespace mpart {

namespace {

[[noreturn]] void fail(const std::string& path, const char* doing, int reason) {
  throw system_error(path + ": cannot " + doing, reason);
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

// A symbolic link stays one: what it points to is replaced.
std::string target_of(const std::string& path) {
  std::error_code ignored;
  const auto target = std::filesystem::weakly_canonical(path, ignored);
  return ignored ? path : target.string();
}

// Renaming over a device or a pipe would replace it by a file.
void require_regular(const std::string& path, const std::string& target) {
  struct stat status {};
  if (::stat(target.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return;
  if (S_ISDIR(status.st_mode)) fail(path, "write", EISDIR);
  throw invalid_argument(path + ": cannot write: not a regular file");
}

std::string temporary_beside(const std::string& target) {
  return target + ".new." + std::to_string(::getpid());
}

// Of a file that is open for writing and empty.
void fill_and_rename(OwnedFd file, std::string_view bytes, const std::string& temporary,
                     const std::string& path, const std::string& target) {
  const bool stored = write_all(file.get(), bytes) && ::fsync(file.get()) == 0 &&
                      file.close() == 0 && ::rename(temporary.c_str(), target.c_str()) == 0;
  if (!stored) {
    const int reason = errno;
    ::unlink(temporary.c_str());
    fail(path, "write", reason);
  }
  const OwnedFd folder(::open(folder_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.valid()) ::fsync(folder.get());  // may be refused; the rename has happened
}

}  // namespace

void write_file_atomically(const std::string& path, std::string_view bytes) {
  const std::string target = target_of(path);
  require_regular(path, target);
  const std::string temporary = temporary_beside(target);
  OwnedFd file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.valid()) fail(path, "write", errno);
  fill_and_rename(std::move(file), bytes, temporary, path, target);
}

// Whatever has the name of the temporary file is not ours to write to.
void write_private_file(const std::string& path, std::string_view bytes) {
  const std::string temporary = temporary_beside(path);
  ::unlink(temporary.c_str());
  OwnedFd file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file.valid()) fail(path, "write", errno);
  fill_and_rename(std::move(file), bytes, temporary, path, path);
}

std::string read_file(const std::string& path) {
  const OwnedFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail(path, "open", errno);
  std::string bytes;
  struct stat about {};
  if (::fstat(file.get(), &about) == 0 && S_ISREG(about.st_mode)) {  // a large file is not moved
    bytes.reserve(static_cast<std::size_t>(about.st_size));
  }
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file.get(), buffer, sizeof(buffer));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path, "read", errno);
    if (got == 0) return bytes;
    bytes.append(buffer, static_cast<std::size_t>(got));
  }
}

void require_writable(const std::string& path) {
  const std::string target = target_of(path);
  require_regular(path, target);
  const std::string temporary = temporary_beside(target);
  const OwnedFd file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  if (file.get() < 0) fail(path, "write", errno);
  ::unlink(temporary.c_str());
}

}  // namespace mpart
