#include "stream/preparation_record.hpp"

#include "mpart/error.hpp"
#include "util/crc64.hpp"

namespace mpart::stream {

namespace {

Preparation without_bytes(Preparation preparation) {
  for (Stage& stage : preparation.stages) {
    Writer checksum;
    checksum.u64(crc64(stage.bytes));
    stage.bytes = stage.kind == Stage::Kind::kNetwork ? "" : checksum.bytes();
    stage.path.clear();
  }
  return preparation;
}

}  // namespace

std::vector<StateRecord> preparation_records(const Preparation& preparation,
                                             std::size_t piece_bytes) {
  constexpr std::uint64_t kGeneration = 1;  // it never changes
  Writer writer;
  without_bytes(preparation).save(writer);
  return snapshot_records(kPreparationKey, kGeneration, writer.bytes(), piece_bytes);
}

std::string preparation_text(const Preparation& preparation) {
  std::string text;
  for (const std::string& line : preparation.describe()) text += (text.empty() ? "" : "; ") + line;
  return text.empty() ? "none" : text;
}

void require_same(std::span<const StateRecord> records, const Preparation& own,
                  std::int32_t partition) {
  const SavedModel saved = assemble(records);
  Reader reader(saved.snapshot);
  const Preparation theirs = Preparation::load(reader);
  require(reader.done(), "bytes after a preparation");
  const std::string whose = "the states of partition " + std::to_string(partition);
  try {
    if (theirs.columns.all().empty() != own.columns.all().empty()) {
      throw invalid_argument("how samples are prepared: " + whose + " have " +
                             preparation_text(theirs) + "; this worker has " +
                             preparation_text(own));
    }
    without_bytes(own).require_same(theirs, "this worker", whose);
  } catch (const Error& error) {
    throw invalid_argument(std::string(error.what()) +
                           "; start it with the model or the networks of the states, or with "
                           "another --state and --group");
  }
}

}  // namespace mpart::stream
