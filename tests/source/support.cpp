#include "source/support.hpp"

#include <cstdlib>

#include "mpart/error.hpp"
#include "source/memory_input.hpp"

namespace mpart::test {
std::string message_of(const std::function<void()>& action, ErrorKind expected) {
  try {
    action();
  } catch (const Error& error) {
    const std::string prefix = error.kind() == expected ? "" : "wrong kind: ";
    return prefix + error.what();
  }
  return {};
}

std::unique_ptr<ByteStream> stream_of(const std::string& name, const std::string& bytes,
                                      std::size_t chunk, bool tells_size) {
  const std::size_t buffer = chunk == std::string::npos ? ByteStream::kUsualBuffer : 1;
  return std::make_unique<ByteStream>(name, std::make_unique<MemoryInput>(bytes, chunk, tells_size),
                                      buffer);
}

std::vector<Sample> read_all(Source& source) {
  std::vector<Sample> samples;
  Sample sample;
  while (source.next(sample)) samples.push_back(sample);
  return samples;
}

std::vector<std::string> labels_of(const std::vector<Sample>& samples) {
  std::vector<std::string> labels;
  for (const Sample& sample : samples) labels.push_back(sample.label);
  return labels;
}

std::string bad_input_of(const std::function<void()>& action) {
  return message_of(action, ErrorKind::kInvalidData);
}

std::string bad_use_of(const std::function<void()>& action) {
  return message_of(action, ErrorKind::kInvalidArgument);
}

}  // namespace mpart::test
