#include "prepare/onnx_runtime_search.hpp"

#include <algorithm>
#include <string_view>

#include "util/environment.hpp"
#include "util/text.hpp"

namespace mpart::embed {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    paths.push_back(it->path());
  }
  return paths;
}

// The numbers of libonnxruntime.so.1.31.1; none for libonnxruntime.so.
std::vector<int> version_of(const fs::path& file) {
  constexpr std::string_view kName = "libonnxruntime.so.";
  std::string rest = file.filename().string();
  std::vector<int> numbers;
  if (!rest.starts_with(kName)) return numbers;
  rest.erase(0, kName.size());
  while (!rest.empty()) {
    const std::size_t dot = std::min(rest.find('.'), rest.size());
    int number = 0;
    parse_whole(rest.substr(0, dot), number);
    numbers.push_back(number);
    rest.erase(0, dot + 1);
  }
  return numbers;
}

class Search {
 public:
  void add_folder(const fs::path& folder) {
    std::vector<fs::path> found = entries_of(folder);
    std::erase_if(found, [](const fs::path& path) {
      const std::string name = path.filename().string();
      return name != "libonnxruntime.so" && !name.starts_with("libonnxruntime.so.");
    });
    std::sort(found.begin(), found.end(),
              [](const fs::path& a, const fs::path& b) { return version_of(a) > version_of(b); });
    for (const fs::path& path : found) add(path.string());
  }

  void add(const std::string& file, bool is_required = false) {
    candidates_.push_back({file, is_required});
  }

  // lib of a Python: the package is in lib/python3.NN/site-packages, or Debian's dist-packages.
  void add_python(const fs::path& lib) {
    for (const fs::path& version : entries_of(lib)) {
      if (!version.filename().string().starts_with("python3")) continue;
      for (const char* const packages : {"site-packages", "dist-packages"}) {
        add_folder(version / packages / "onnxruntime" / "capi");
      }
    }
  }

  std::vector<RuntimeCandidate> take() { return std::move(candidates_); }

 private:
  std::vector<RuntimeCandidate> candidates_;
};

void add_program(Search& search) {
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  if (error) return;
  for (const char* const beside : {".", "../lib", "../lib/mpart"}) {
    search.add_folder(folder / beside);
  }
}

void add_cache(Search& search) {
  const std::string home = environment_variable("HOME");
  const std::string caches = environment_variable("XDG_CACHE_HOME");
  if (!caches.empty()) search.add_folder(fs::path(caches) / "mpart" / "onnxruntime");
  if (!home.empty()) search.add_folder(fs::path(home) / ".cache" / "mpart" / "onnxruntime");
}

void add_system(Search& search) {
  search.add("libonnxruntime.so.1");
  search.add("libonnxruntime.so");
  for (const char* const folder : {"/usr/local/lib", "/usr/lib", "/usr/lib64"}) {
    search.add_folder(folder);
  }
  for (const fs::path& folder : entries_of("/usr/lib")) {  // x86_64-linux-gnu and the like
    if (folder.filename().string().ends_with("-linux-gnu")) search.add_folder(folder);
  }
}

void add_pythons(Search& search) {
  const std::string home = environment_variable("HOME");
  const std::string environment = environment_variable("VIRTUAL_ENV");
  if (!environment.empty()) search.add_python(fs::path(environment) / "lib");
  std::string path = environment_variable("PATH");
  while (!path.empty()) {
    const std::size_t end = std::min(path.find(':'), path.size());
    const fs::path folder = path.substr(0, end);
    std::error_code error;
    if (folder.is_absolute() && fs::exists(folder / "python3", error)) {
      search.add_python(folder.parent_path() / "lib");
    }
    path.erase(0, end + 1);
  }
  if (!home.empty()) search.add_python(fs::path(home) / ".local" / "lib");
}

}  // namespace

std::vector<RuntimeCandidate> find_onnx_runtime(const fs::path& package) {
  Search search;
  const std::string named = environment_variable("MPART_ONNXRUNTIME");
  if (!named.empty()) {
    search.add(named, true);
    return search.take();
  }
  add_program(search);
  add_cache(search);
  add_system(search);
  if (!package.empty()) search.add_folder(package / "capi");
  add_pythons(search);
  return search.take();
}

}  // namespace mpart::embed
