#include "source/random_input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "util/owned_fd.hpp"
#include "util/sanitize_text.hpp"
#include "util/system_error.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

[[noreturn]] void fail_early_end(const std::string& name) { bad_input(name, "ends early"); }

class RandomFile : public RandomInput {
 public:
  RandomFile(std::string name, const std::string& path)
      : name_(std::move(name)), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat status {};
    if (!file_.valid() || ::fstat(file_.get(), &status) != 0) throw system_error(name_, errno);
    if (!S_ISREG(status.st_mode)) {
      bad_input(name_, "a file expected: its end is read first, so it cannot come by a pipe");
    }
    size_ = static_cast<std::uint64_t>(status.st_size);
  }

  const std::string& name() const override { return name_; }
  std::uint64_t size() const override { return size_; }

  void read(std::uint64_t offset, std::span<char> into) const override {
    while (!into.empty()) {
      const ssize_t came =
          ::pread(file_.get(), into.data(), into.size(), static_cast<off_t>(offset));
      if (came < 0 && errno == EINTR) continue;
      if (came < 0) throw system_error(name_, errno);
      if (came == 0) fail_early_end(name_);
      into = into.subspan(static_cast<std::size_t>(came));
      offset += static_cast<std::uint64_t>(came);
    }
  }

 private:
  std::string name_;
  OwnedFd file_;
  std::uint64_t size_ = 0;
};

class RandomMemory : public RandomInput {
 public:
  RandomMemory(std::string name, std::string bytes)
      : name_(std::move(name)), bytes_(std::move(bytes)) {}

  const std::string& name() const override { return name_; }
  std::uint64_t size() const override { return bytes_.size(); }

  void read(std::uint64_t offset, std::span<char> into) const override {
    if (offset > bytes_.size() || into.size() > bytes_.size() - offset) fail_early_end(name_);
    std::copy_n(bytes_.data() + offset, into.size(), into.data());
  }

 private:
  std::string name_, bytes_;
};

}  // namespace

std::unique_ptr<RandomInput> open_random(const std::string& path) {
  return std::make_unique<RandomFile>(sanitize_text(path, std::string_view::npos), path);
}

std::unique_ptr<RandomInput> random_input_of(std::string name, std::string bytes) {
  return std::make_unique<RandomMemory>(std::move(name), std::move(bytes));
}

}  // namespace mpart
