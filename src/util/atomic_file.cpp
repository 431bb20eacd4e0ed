#include "util/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "mpart/error.hpp"
#include "util/owned_fd.hpp"

namespace mpart {

namespace {

[[noreturn]] void fail(const std::string& path, const char* doing, int reason) {
  throw Error(ErrorKind::kBadInput,
              path + ": cannot " + doing + ": " + std::generic_category().message(reason));
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
  throw Error(ErrorKind::kBadInput, path + ": cannot write: not a regular file");
}

std::string temporary_beside(const std::string& target) {
  return target + ".new." + std::to_string(::getpid());
}

}  // namespace

void write_file_atomically(const std::string& path, std::string_view bytes) {
  const std::string target = target_of(path);
  require_regular(path, target);
  const std::string temporary = temporary_beside(target);
  OwnedFd file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.get() < 0) fail(path, "write", errno);
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

std::string read_file(const std::string& path) {
  const OwnedFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail(path, "open", errno);
  std::string bytes;
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
