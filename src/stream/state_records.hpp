#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mpart::stream {

// The state of one key as records of a compacted topic: a snapshot of its model in pieces that fit
// a message, and what was applied to it since. A new snapshot begins a new generation, whose
// records take the places of the old ones; what is left of an old generation means nothing. So a
// key never takes more places than one snapshot and the deltas of one generation.
struct StateRecord {
  std::string model;             // the key
  bool is_delta = false;         // or a piece of a snapshot
  std::uint32_t place = 0;       // its position in the snapshot, or after it
  std::uint64_t generation = 0;  // from 1
  std::uint32_t pieces = 0;      // of the snapshot
  std::string body;

  std::string name() const;   // key of the message: compaction keeps the last one of each
  std::string value() const;  // with a checksum

  // Throws Error(kInvalidData) for what is damaged or foreign.
  static StateRecord read(std::string_view name, std::string_view value);
};

// A record as it is sent and kept.
struct SealedRecord {
  std::string model, name, value;
};
SealedRecord sealed(const StateRecord& record);

std::vector<StateRecord> snapshot_records(const std::string& model, std::uint64_t generation,
                                          std::string_view bytes, std::size_t piece_bytes);

// What a key's records come to.
struct SavedModel {
  std::uint64_t generation = 0;  // 0: there is nothing
  std::string snapshot;
  std::vector<std::string> deltas;  // in their order
};

// `records` are of one key, one for each name. Throws Error(kInvalidData) if something is missing.
SavedModel assemble(std::span<const StateRecord> records);

}  // namespace mpart::stream
