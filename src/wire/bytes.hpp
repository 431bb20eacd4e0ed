#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "mpart/archive.hpp"
#include "mpart/oracle.hpp"
#include "mpart/sample.hpp"

// Answers and samples as bytes, in journals, in the states of a worker and in binary messages.
// Their formats never change: what older programs wrote must load.
namespace mpart::wire {

// The kinds of a journal's events (docs/state-format.md).
inline constexpr std::uint8_t kJournalAsked = 1;        // as version 0.1 wrote it
inline constexpr std::uint8_t kJournalAnswer = 2;       // and the code of the answer
inline constexpr std::uint8_t kJournalAnnotation = 5;   // to 8: a task, a label, no label, deleted
inline constexpr std::uint8_t kJournalAskedWithin = 9;  // with the budget at that time
inline constexpr std::uint8_t kJournalBudget = 10;
inline constexpr std::uint8_t kJournalTaught = 11;   // a sample that came with its label
inline constexpr std::uint8_t kJournalRequest = 12;  // and its answer, to be given again

// The kinds of inputs in a worker's state (docs/scale.md).
inline constexpr std::uint8_t kInputFloats = 1;
inline constexpr std::uint8_t kInputDoubles = 2;
inline constexpr std::uint8_t kInputAnswer = 3;  // and the code of the answer

// The code of what an answer says: label 0, skip 1, withdraw 2. REQUIRES: one of these.
inline constexpr std::uint8_t kAnswerCodes = 3;
std::uint8_t code_of(Answer::Kind kind);
Answer::Kind kind_of_answer(std::uint8_t code);  // REQUIRES: code < kAnswerCodes

// The id of the query and the label; the code stands elsewhere.
void write_answer(Writer& writer, const LateAnswer& late);
LateAnswer read_answer(Reader& reader, std::uint8_t code);

// Ids and values with their kind before them, as floats where that is exact. REQUIRES: at least
// one, all of one width.
void write_samples(Writer& writer, std::span<const Sample> samples);
// Behind their kind. Throws Error(kCorrupt).
void read_samples(Reader& reader, std::uint8_t kind, const std::function<void(Sample&)>& take);

// Rows of floats behind their width and number, as binary messages have them: width:u32 rows:u32
// [rows [width f32]]. Throws Error(kInvalidData) for more than `most` rows.
std::vector<Sample> read_float_rows(std::string_view bytes, std::size_t most);

}  // namespace mpart::wire
