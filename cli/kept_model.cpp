#include "cli/kept_model.hpp"

#include <array>
#include <filesystem>

#include "mpart/error.hpp"

namespace mpart {

namespace {

namespace fs = std::filesystem;

bool is_same_file(const std::string& one, const std::string& other) {
  std::error_code none;
  return one == other || fs::equivalent(one, other, none);
}

Error refused(const std::string& path, const std::string& why) {
  return conflict(path + ": there is a model already, and " + why + "; --resume " + path +
                  " goes on from it, --overwrite replaces it, --model FILE keeps another");
}

}  // namespace

KeptModel keep_model(const KeptModelRequest& request, const RunRecord& now) {
  KeptModel kept{.path = request.model, .resume = request.resume, .goes_on = {}};
  if (kept.path.empty() && request.outside) {
    kept.by_default = true;
    kept.path = request.resume.empty() ? default_model_name(request.data) : request.resume;
  }
  const bool in_place = !request.resume.empty() && is_same_file(kept.path, request.resume);
  if (kept.path.empty() || in_place || request.overwrite || !fs::exists(kept.path)) return kept;
  const std::optional<RunRecord> record = RunRecord::read(kept.path);
  if (!request.outside) {
    if (record) throw refused(kept.path, "people or programs gave it answers");
    return kept;
  }
  if (!record) throw refused(kept.path, "it may hold answers");
  const std::string difference = record->difference(now);
  if (!difference.empty()) throw refused(kept.path, difference);
  if (!request.resume.empty()) throw refused(kept.path, "--resume names another one");
  kept.resume = kept.path;
  kept.goes_on = record;
  return kept;
}

std::string default_model_name(const std::string& data) {
  constexpr const char* kSynthetic = "synthetic:";
  if (data == "-") return "stream.mpart";
  if (data.starts_with(kSynthetic)) {
    const std::size_t start = std::string_view(kSynthetic).size();
    return data.substr(start, data.find(',') - start) + ".mpart";
  }
  std::error_code problem;
  const fs::path whole = fs::weakly_canonical(data, problem);
  fs::path path = problem ? fs::path(data) : whole;
  if (path.filename().empty()) path = path.parent_path();  // photos/
  fs::path name = path.filename();
  if (!fs::is_directory(path, problem)) {
    if (name.extension() == ".gz") name = name.stem();
    name = name.stem();
  }
  return (name.empty() ? std::string("data") : name.string()) + ".mpart";
}

void remove_model(const std::string& path) {
  std::error_code none;
  fs::remove(path, none);
  fs::remove(path + ".run", none);
}

}  // namespace mpart
