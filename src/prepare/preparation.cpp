#include "mpart/preparation.hpp"

#include <filesystem>
#include <utility>

#include "mpart/error.hpp"
#include "mpart/scaling.hpp"
#include "prepare/command_embedder.hpp"
#include "prepare/onnx_weights.hpp"
#include "prepare/scaling_stage.hpp"
#include "prepare/text_stage.hpp"
#include "util/atomic_file.hpp"
#include "util/crc64.hpp"

namespace mpart {

namespace {

constexpr std::size_t kStageBytes = 1 + 5 * 8;  // at least

std::string names_of(const std::vector<Stage>& stages) {
  std::string names;
  for (const Stage& stage : stages) names += (names.empty() ? "" : ", ") + stage.name;
  return names.empty() ? "no network" : names;
}

[[noreturn]] void differ(const std::string& what, const std::string& ours, const std::string& own,
                         const std::string& theirs, const std::string& other) {
  throw invalid_argument(what + ": " + ours + " has " + (own.empty() ? "none" : own) + ", " +
                         theirs + " has " + (other.empty() ? "none" : other) +
                         "; what a model was made with cannot change: start a new one for that");
}

}  // namespace

bool Stage::is_same(const Stage& other) const {
  if (kind != other.kind || output != other.output) return false;
  return kind == Kind::kNetwork ? checksum == other.checksum : bytes == other.bytes;
}

void Preparation::require_same(const Preparation& other, const std::string& ours,
                               const std::string& theirs) const {
  if (!columns.all().empty() && !other.columns.all().empty()) {
    columns.require_same(other.columns, theirs);
  }
  if (pictures != other.pictures) {
    differ("how pictures are read", ours, pictures, theirs, other.pictures);
  }
  if (window != other.window || window_step != other.window_step) {
    differ("rows of a window", ours, std::to_string(window), theirs, std::to_string(other.window));
  }
  bool same = stages.size() == other.stages.size();
  for (std::size_t i = 0; same && i < stages.size(); ++i) same = stages[i].is_same(other.stages[i]);
  if (same) return;
  const std::string own = names_of(stages), given = names_of(other.stages);
  differ("networks", ours, own, theirs, own == given ? "others of the same names" : given);
}

std::vector<std::string> Preparation::describe() const {
  std::vector<std::string> lines;
  if (!columns.all().empty()) lines.push_back(columns.describe());
  if (!pictures.empty()) lines.push_back("pictures: " + pictures);
  if (window > 0) {
    lines.push_back("windows of " + std::to_string(window) + " rows, one every " +
                    std::to_string(window_step));
  }
  if (!stages.empty()) lines.push_back("then: " + names_of(stages));
  return lines;
}

void Preparation::save(Writer& writer) const {
  columns.save(writer);
  writer.text(pictures);
  writer.u64(window);
  writer.u64(window_step);
  writer.u64(stages.size());
  for (const Stage& stage : stages) {
    writer.u8(static_cast<std::uint8_t>(stage.kind));
    writer.text(stage.name);
    writer.text(stage.bytes);
    writer.u64(stage.checksum);
    writer.text(stage.path);
    writer.text(stage.output);
  }
}

Preparation Preparation::load(Reader& reader) {
  Preparation preparation;
  preparation.columns = Columns::load(reader);
  preparation.pictures = reader.text();
  preparation.window = reader.u64();
  preparation.window_step = reader.u64();
  preparation.stages.resize(reader.count(kStageBytes));
  for (Stage& stage : preparation.stages) {
    const std::uint8_t kind = reader.u8();
    require(kind <= static_cast<std::uint8_t>(Stage::Kind::kCommand), "no such stage");
    stage.kind = static_cast<Stage::Kind>(kind);
    stage.name = reader.text();
    stage.bytes = reader.text();
    stage.checksum = reader.u64();
    stage.path = reader.text();
    stage.output = reader.text();
  }
  return preparation;
}

Stage network_stage(const std::string& path, const std::string& output) {
  Stage stage;
  stage.name = std::filesystem::path(path).filename().string();
  stage.checksum = embed::network_checksum(path);
  stage.output = output;
  std::string bytes = read_file(path);
  // Weights in a second file count into the checksum, and are not kept.
  if (bytes.size() <= kMostNetworkBytes && crc64(bytes) == stage.checksum) {
    stage.bytes = std::move(bytes);
  } else {
    stage.path = std::filesystem::absolute(path).string();
  }
  return stage;
}

Stage command_stage(const std::string& command) {
  return {.kind = Stage::Kind::kCommand, .name = "command:" + command, .bytes = command};
}

Stage scaling_stage(const Scaling& scaling) {
  Writer writer;
  scaling.save(writer);
  return {.kind = Stage::Kind::kScaling, .name = "scaling", .bytes = writer.bytes()};
}

std::unique_ptr<Embedder> make_stage(const Stage& stage, std::size_t image_size) {
  switch (stage.kind) {
    case Stage::Kind::kScaling: {
      Reader reader(stage.bytes);
      Scaling scaling = Scaling::load(reader);
      require(reader.done() && scaling.width() > 0, "a scale that cannot be used");
      return embed::make_scaling(std::move(scaling), stage.name);
    }
    case Stage::Kind::kNetwork:
      if (stage.path.empty()) {
        return read_embedder(stage.bytes, stage.name, image_size, stage.output);
      }
      if (!std::filesystem::exists(stage.path)) {
        throw not_found("the network " + stage.name + " of the model is gone: " + stage.path +
                        " expected");
      }
      if (embed::network_checksum(stage.path) != stage.checksum) {
        throw conflict(stage.path + ": another network than the one that the model was made with");
      }
      return open_embedder(stage.path, image_size, stage.output);
    case Stage::Kind::kText:
      return embed::make_text_stage(stage.bytes, stage.name);
    case Stage::Kind::kCommand:
      return embed::command_embedder(stage.bytes);
  }
  throw unsupported("the model has a stage that this program does not know: " + stage.name);
}

}  // namespace mpart
