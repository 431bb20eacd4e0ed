#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/oracle.hpp"
#include "mpart/prediction.hpp"
#include "mpart/sample.hpp"
#include "mpart/session.hpp"
#include "wire/sample_json.hpp"

namespace mpart::stream {

// One message of the topic of samples: JSON, or binary if its first byte says so. docs/scale.md has
// both.
struct SampleMessage {
  std::vector<Sample> samples;      // at least one, all of one width, values not infinite
  std::vector<wire::Show> shows{};  // of JSON: the values and the text as they came
  bool binary = false;              // the answer is in the same format
};

// Reads messages of samples that have one form. Not thread-safe.
class MessageReader {
 public:
  explicit MessageReader(wire::SampleForm form = {});

  // Throws Error(kInvalidData) saying what is wrong.
  SampleMessage read(std::string_view bytes);

 private:
  wire::SampleForm form_;
  wire::SampleReader reader_;
};

// The same for samples that are numbers.
SampleMessage read_samples(std::string_view bytes);

// One message of the topic of labels, in either format. Throws Error(kInvalidData).
LateAnswer read_answer(std::string_view bytes);

// What was said of one sample.
struct Said {
  std::string id;
  std::string predicted;  // the class; empty: unknown
  double probability = 0;
  bool activated = false;
  std::vector<QueryId> queries;  // that it led to
  std::uint32_t clipped = 0;     // values outside [0,1]; in JSON alone
};
Said said_of(const Session& session, const Sample& sample, const Step& step);

// The answer to a message of samples, in its own format. `offset` is the message's, `time` that of
// its first sample in the stream of its key.
std::string write_said(const std::vector<Said>& all, std::int64_t offset, std::uint64_t time,
                       bool binary);

// The answer to a message of the topic of labels, in JSON.
std::string write_receipt(QueryId id, std::int64_t offset, std::string_view state);

}  // namespace mpart::stream
