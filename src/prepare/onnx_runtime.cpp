#include "prepare/onnx_runtime.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "mpart/error.hpp"
#include "prepare/onnx_runtime_search.hpp"
#include "util/sanitize_text.hpp"
#include "util/text.hpp"

namespace mpart::embed {
namespace {

// The interface of ONNX Runtime 1.17, which has all that we call; later ones have it too.
constexpr std::uint32_t kInterface = 17;

// Networks whose tensors need more than this are refused instead of taking all of the machine.
std::size_t memory_limit() {
  constexpr std::size_t kMost = std::size_t{8} << 30;  // the largest backbones need half of it
  const auto pages = static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES));
  return std::min(kMost, pages / 2 * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)));
}

// The second number of 1.31.1.
std::uint32_t minor_of(std::string_view version) {
  version.remove_prefix(std::min(version.find('.') + 1, version.size()));
  std::uint32_t minor = 0;
  parse_whole(version.substr(0, version.find('.')), minor);
  return minor;
}

struct Loaded {
  const void* const* table = nullptr;
  std::string version;
  std::string problem;  // why there is no table
};

Loaded open_library(const std::string& file) {
  void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const symbol = library == nullptr ? nullptr : ::dlsym(library, "OrtGetApiBase");
  // NOLINTNEXTLINE(concurrency-mt-unsafe): called while one thread alone loads the library.
  if (symbol == nullptr) return {nullptr, "", ::dlerror()};
  const ort::ApiBase* const base = reinterpret_cast<const ort::ApiBase* (*)()>(symbol)();
  std::string version = base->get_version();
  const void* const* const table =
      minor_of(version) < kInterface ? nullptr : base->get_api(kInterface);
  if (table != nullptr) return {table, version, ""};
  return {nullptr, "",
          file + ": ONNX Runtime " + version + " is too old, 1." + std::to_string(kInterface) +
              " or later expected"};
}

}  // namespace

const OnnxRuntime& OnnxRuntime::loaded(const std::filesystem::path& package) {
  // Never destroyed: what runs at the end of the process may still have networks.
  static const OnnxRuntime& runtime = *load(package);
  return runtime;
}

OnnxRuntime* OnnxRuntime::load(const std::filesystem::path& package) {
  std::string problem;
  for (const RuntimeCandidate& candidate : find_onnx_runtime(package)) {
    Loaded found = open_library(candidate.file);
    if (found.table != nullptr) return new OnnxRuntime(found.table, std::move(found.version));
    if (candidate.is_required) throw unsupported("MPART_ONNXRUNTIME: " + found.problem);
    // A name that the system's loader does not find is no news.
    if (candidate.file.find('/') != std::string::npos) problem = " (" + found.problem + ")";
  }
  throw unsupported("ONNX Runtime, which runs networks, was not found" + problem +
                    "; to install it: scripts/setup networks (in Python: pip install onnxruntime)");
}

// All sessions share the allocator that is registered here, and its limit.
OnnxRuntime::OnnxRuntime(const void* const* table, std::string version)
    : table_(table),
      version_(std::move(version)),
      environment_(make(ort::kReleaseEnv, ort::kCreateEnv, ort::kFatalOnly, "mpart")),
      memory_(make(ort::kReleaseMemoryInfo, ort::kCreateCpuMemoryInfo, ort::kArenaAllocator,
                   ort::kDefaultMemory)) {
  constexpr int kByDefault = -1, kAsRequested = 1;  // how the arena grows
  const auto arena = make(ort::kReleaseArenaConfig, ort::kCreateArenaConfig, memory_limit(),
                          kAsRequested, kByDefault, kByDefault);
  call(ort::kCreateAndRegisterAllocator, environment_.get(),
       static_cast<const ort::MemoryInfo*>(memory_.get()),
       static_cast<const ort::ArenaConfig*>(arena.get()));
}

void OnnxRuntime::fail(ort::Status* status) const {
  const Owned<ort::Status> owned(status, pointer(ort::kReleaseStatus));
  constexpr std::size_t kMost = 2000;  // characters
  const std::string_view message = pointer(ort::kGetErrorMessage)(status);
  throw unsupported(sanitize_text(without_outer_spaces(message), kMost));
}

}  // namespace mpart::embed
