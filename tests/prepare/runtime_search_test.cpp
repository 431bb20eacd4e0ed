#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "prepare/onnx_runtime_search.hpp"
#include "temporary_folder.hpp"

using namespace mpart;
using embed::find_onnx_runtime;

namespace {

// Environment variables as a test wants them, until its end.
class RuntimeSearch : public testing::Test {
 protected:
  RuntimeSearch() {
    for (const char* const name : kNames) {
      const char* const value = std::getenv(name);
      before_.emplace_back(name, value == nullptr ? "" : value);
      ::unsetenv(name);
    }
  }
  ~RuntimeSearch() override {
    for (const auto& [name, value] : before_) {
      if (value.empty()) ::unsetenv(name.c_str());
      if (!value.empty()) ::setenv(name.c_str(), value.c_str(), 1);
    }
  }

  std::string write(const std::string& name) const {
    std::filesystem::create_directories(std::filesystem::path(folder_.file(name)).parent_path());
    return folder_.write(name, "");
  }
  static std::ptrdiff_t position(const std::string& file, const std::string& package = "") {
    const auto found = find_onnx_runtime(package);
    const auto it = std::find_if(found.begin(), found.end(),
                                 [&](const auto& candidate) { return candidate.file == file; });
    return it == found.end() ? -1 : it - found.begin();
  }

  static constexpr const char* kNames[] = {"MPART_ONNXRUNTIME", "HOME", "XDG_CACHE_HOME", "PATH",
                                           "VIRTUAL_ENV"};
  const tests::TemporaryFolder folder_;
  std::vector<std::pair<std::string, std::string>> before_;
};

}  // namespace

TEST_F(RuntimeSearch, TheFileThatIsNamedIsTheOnlyOne) {
  ::setenv("MPART_ONNXRUNTIME", "/a/libonnxruntime.so", 1);
  const auto found = find_onnx_runtime("/b");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].file, "/a/libonnxruntime.so");
  EXPECT_TRUE(found[0].is_required);
}

TEST_F(RuntimeSearch, TheCacheComesBeforeTheSystemAndThatBeforePython) {
  ::setenv("HOME", folder_.path().c_str(), 1);
  ::setenv("PATH", ("relative::" + folder_.file("bin")).c_str(), 1);
  write("bin/python3");
  const std::string old = write(".cache/mpart/onnxruntime/libonnxruntime.so.1.9.0");
  const std::string cached = write(".cache/mpart/onnxruntime/libonnxruntime.so.1.31.1");
  write(".cache/mpart/onnxruntime/libonnxruntime_providers_shared.so");
  const std::string python =
      write("lib/python3.11/site-packages/onnxruntime/capi/libonnxruntime.so.1.31.1");
  const std::string user =
      write(".local/lib/python3.12/site-packages/onnxruntime/capi/libonnxruntime.so.1.30.0");
  const std::string package = write("package/capi/libonnxruntime.so.1.29.0");
  const std::string given = folder_.file("package");
  EXPECT_GE(position(cached), 0);
  EXPECT_LT(position(cached), position(old));
  EXPECT_LT(position(old), position("libonnxruntime.so.1"));
  EXPECT_LT(position("libonnxruntime.so.1", given), position(package, given));
  EXPECT_LT(position(package, given), position(python, given));
  EXPECT_LT(position(python), position(user));
  EXPECT_EQ(position(folder_.file(".cache/mpart/onnxruntime/libonnxruntime_providers_shared.so")),
            -1);
}
