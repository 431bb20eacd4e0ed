#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/oracle.hpp"
#include "mpart/prediction.hpp"
#include "mpart/sample.hpp"
#include "mpart/session.hpp"

namespace mpart::stream {

// So that what follows from a message fits a message, too.
inline constexpr std::size_t kMostSamples = 1024;
inline constexpr std::size_t kMostValues = 4096;  // of a sample
inline constexpr std::size_t kLongestKey = 1024;
inline constexpr std::size_t kLongestId = 64;      // without control characters: they take
inline constexpr std::size_t kLongestLabel = 200;  // six in JSON

// One message of the topic of samples: JSON, or binary if its first byte says so. docs/scale.md has
// both.
struct SampleMessage {
  std::vector<Sample> samples;  // at least one, all of one width, values finite
  bool binary = false;          // so is the answer
};

// Throws Error(kBadInput) saying what is wrong.
SampleMessage read_samples(std::string_view bytes);

// One message of the topic of labels, in either format. Throws Error(kBadInput).
LateAnswer read_answer(std::string_view bytes);

// What was said of one sample.
struct Said {
  std::string id;
  std::string label;  // empty: unknown
  double probability = 0;
  bool activated = false;
  std::uint32_t asked = 0;  // questions that it led to
};

// The answer to a message of samples, in its own format. `offset` is the message's, `time` that of
// its first sample in the stream of its key.
std::string write_said(const std::vector<Said>& all, std::int64_t offset, std::uint64_t time,
                       bool binary);

// The answer to a message of the topic of labels, in JSON.
std::string write_receipt(QueryId id, std::int64_t offset, std::string_view state);

}  // namespace mpart::stream
