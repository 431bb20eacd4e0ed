#include "persist/private_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <string_view>

#include "mpart/error.hpp"
#include "util/owned_fd.hpp"
#include "util/system_error.hpp"

namespace mpart {

namespace {

constexpr ::mode_t kOthers = 0077;

bool is_of_a_state(std::string_view name) {
  constexpr std::array<std::string_view, 5> kBeginnings = {"lock", "last", "state.db", "model-",
                                                           "preparation"};
  for (const std::string_view beginning : kBeginnings) {
    if (name.starts_with(beginning)) return true;
  }
  return false;
}

std::string octal(::mode_t mode) {
  std::string digits = "0000";
  for (std::size_t i = digits.size(); i-- > 1; mode >>= 3) {
    digits[i] = static_cast<char>('0' + (mode & 7));
  }
  return digits;
}

void require_own(const std::string& path, const struct stat& status) {
  if (status.st_uid == ::geteuid()) return;
  throw invalid_argument(path + ": belongs to another user (uid " + std::to_string(status.st_uid) +
                         "); run mpart as that user, or use another folder");
}

// A file system without modes refuses: that is said, and no more can be done.
void tighten(int fd, const std::string& path, const struct stat& status,
             std::vector<std::string>& notes) {
  if ((status.st_mode & kOthers) == 0) return;
  const ::mode_t mode = status.st_mode & 0700;
  const std::string before = path + ": mode " + octal(status.st_mode & 0777);
  if (::fchmod(fd, mode) == 0) {
    notes.push_back(before + " is now " + octal(mode) + ": it was open to other users");
  } else {
    notes.push_back(before + " is open to other users, and cannot be changed");
  }
}

}  // namespace

std::vector<std::string> make_private_folder(const std::string& folder) {
  std::filesystem::path path(folder);
  if (!path.has_filename()) path = path.parent_path();  // "state/"
  const std::filesystem::path parent = path.parent_path();
  std::error_code error;
  if (!parent.empty()) std::filesystem::create_directories(parent, error);
  if (error) throw system_error(folder, error.value());
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) throw system_error(folder, errno);
  const OwnedFd opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat status {};
  if (!opened.valid() || ::fstat(opened.get(), &status) != 0) throw system_error(folder, errno);
  require_own(folder, status);
  std::vector<std::string> notes;
  tighten(opened.get(), folder, status, notes);
  return notes;
}

std::vector<std::string> make_state_files_private(const std::string& folder) {
  std::vector<std::string> notes;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (!is_of_a_state(entry.path().filename().string())) continue;
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) continue;  // gone meanwhile
    if (!S_ISREG(status.st_mode)) {
      throw invalid_argument(path + (S_ISLNK(status.st_mode) ? ": a symbolic link" : ": no file") +
                             " in the place of a file of the state; remove it");
    }
    require_own(path, status);
    if ((status.st_mode & kOthers) == 0) continue;
    const OwnedFd file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file.valid()) throw system_error(path, errno);
    tighten(file.get(), path, status, notes);
  }
  return notes;
}

}  // namespace mpart
