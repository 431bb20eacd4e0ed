#include "stream/state_records.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "mpart/archive.hpp"
#include "mpart/error.hpp"
#include "util/crc64.hpp"

namespace mpart::stream {

namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::size_t kChecksumBytes = 8;

void require_sound(bool sound, const char* what) {
  if (!sound) throw corrupt(std::string("damaged state: ") + what);
}

std::uint64_t checksum(std::string_view name, std::string_view covered) {
  std::string both(name);
  both.append(covered);
  return crc64(both);
}

}  // namespace

std::string StateRecord::name() const {
  Writer writer;
  writer.text(model);
  writer.u8(is_delta ? 1 : 0);
  writer.u32(place);
  return writer.bytes();
}

std::string StateRecord::value() const {
  Writer covered;
  covered.u8(kVersion);
  covered.u64(generation);
  covered.u32(pieces);
  covered.text(body);
  Writer whole;
  whole.raw(covered.bytes());
  whole.u64(checksum(name(), covered.bytes()));
  return whole.bytes();
}

StateRecord StateRecord::read(std::string_view name, std::string_view value) {
  require_sound(value.size() > kChecksumBytes, "a record is cut short");
  const std::string_view covered = value.substr(0, value.size() - kChecksumBytes);
  require_sound(Reader(value.substr(covered.size())).u64() == checksum(name, covered),
                "the checksum of a record is wrong");
  Reader names(name);
  StateRecord record;
  record.model = names.text();
  record.is_delta = names.u8() != 0;
  record.place = names.u32();
  Reader reader(covered);
  require_sound(reader.u8() == kVersion, "a record of another version");
  record.generation = reader.u64();
  record.pieces = reader.u32();
  record.body = reader.text();
  require_sound(names.done() && reader.done(), "something follows a record");
  return record;
}

SealedRecord sealed(const StateRecord& record) {
  return {record.model, record.name(), record.value()};
}

std::vector<StateRecord> snapshot_records(const std::string& model, std::uint64_t generation,
                                          std::string_view bytes, std::size_t piece_bytes) {
  const std::size_t pieces = (bytes.size() + piece_bytes - 1) / piece_bytes;
  std::vector<StateRecord> records;
  for (std::size_t i = 0; i < pieces; ++i) {
    records.push_back({model, false, static_cast<std::uint32_t>(i), generation,
                       static_cast<std::uint32_t>(pieces),
                       std::string(bytes.substr(i * piece_bytes, piece_bytes))});
  }
  return records;
}

SavedModel assemble(std::span<const StateRecord> records) {
  SavedModel saved;
  for (const StateRecord& record : records) {
    saved.generation = std::max(saved.generation, record.generation);
  }
  std::map<std::pair<bool, std::uint32_t>, const StateRecord*> present;
  for (const StateRecord& record : records) {
    if (record.generation == saved.generation) present[{record.is_delta, record.place}] = &record;
  }
  if (present.empty()) return saved;
  std::uint32_t pieces = 0;
  for (const auto& [place, record] : present) {
    if (!record->is_delta) {
      require_sound(record->place == pieces, "a piece of a snapshot is missing");
      saved.snapshot += record->body;
      ++pieces;
    } else {
      require_sound(record->place == saved.deltas.size(), "a delta is missing");
      saved.deltas.push_back(record->body);
    }
  }
  require_sound(pieces > 0 && present.begin()->second->pieces == pieces,
                "a snapshot is not complete");
  return saved;
}

}  // namespace mpart::stream
