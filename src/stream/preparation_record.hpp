#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mpart/preparation.hpp"
#include "stream/state_records.hpp"

// What samples went through before the models of a partition learned them. It is kept among their
// states under a key that no model can have, so that no worker goes on with samples that mean
// something else.
namespace mpart::stream {

inline constexpr const char* kPreparationKey = "";

// Networks and other stages are kept by their checksum alone.
std::vector<StateRecord> preparation_records(const Preparation& preparation,
                                             std::size_t piece_bytes);

// Throws Error(kInvalidArgument) that names both unless the records, which must not be empty, are
// of the same preparation, and Error(kCorrupt) for damaged ones.
void require_same(std::span<const StateRecord> records, const Preparation& own,
                  std::int32_t partition);

// How messages tell of a preparation: "columns: 3 numbers; then: scaling, map", "none".
std::string preparation_text(const Preparation& preparation);

}  // namespace mpart::stream
