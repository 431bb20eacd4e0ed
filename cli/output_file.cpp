#include "cli/output_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <set>
#include <system_error>

#include "mpart/error.hpp"

namespace mpart {

namespace {

[[noreturn]] void fail(const std::string& path, int reason) {
  const std::string why = reason == 0 ? "it failed" : std::generic_category().message(reason);
  throw Error(ErrorKind::kBadInput, path + ": cannot write: " + why);
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path), standard_output_(path == "-") {
  if (standard_output_) return;
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::is_directory(status)) fail(path, EISDIR);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) {
    temporary_ = path + ".new." + std::to_string(::getpid());
  }
  errno = 0;
  file_.open(temporary_.empty() ? path : temporary_);
  if (!file_) {
    temporary_.clear();
    fail(path, errno);
  }
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) std::remove(temporary_.c_str());
}

std::ostream& OutputFile::stream() { return standard_output_ ? std::cout : file_; }

void OutputFile::check() {
  if (!stream()) fail(path_, errno);
}

void OutputFile::commit() {
  errno = 0;
  stream().flush();
  check();
  if (standard_output_) return;
  file_.close();
  if (!file_) fail(path_, errno);
  if (!temporary_.empty() && std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    fail(path_, errno);
  }
  temporary_.clear();
}

void require_distinct(const std::vector<std::string>& outputs,
                      const std::vector<std::string>& inputs) {
  std::set<std::filesystem::path> taken;
  const auto real = [](const std::string& path) {
    std::error_code ignored;
    const bool special = std::filesystem::is_other(std::filesystem::status(path, ignored));
    return path == "-" || special ? std::filesystem::path()
                                  : std::filesystem::weakly_canonical(path, ignored);
  };
  for (const std::string& input : inputs) taken.insert(real(input));
  for (const std::string& output : outputs) {
    const std::filesystem::path path = real(output);
    if (!path.empty() && !taken.insert(path).second) {
      throw Error(ErrorKind::kBadUse, output + ": named twice, it would be written over");
    }
  }
}

}  // namespace mpart
