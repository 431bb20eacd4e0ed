#include "source/support.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "mpart/error.hpp"
#include "source/memory_input.hpp"

namespace mpart::test {
namespace {

std::string message_of(const std::function<void()>& action, ErrorKind expected) {
  try {
    action();
  } catch (const Error& error) {
    const std::string prefix = error.kind() == expected ? "" : "wrong kind: ";
    return prefix + error.what();
  }
  return {};
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "mpart-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& bytes) const {
  std::ofstream(path_ / name, std::ios::binary) << bytes;
  return path(name);
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
  return message_of(action, ErrorKind::kBadInput);
}

std::string bad_use_of(const std::function<void()>& action) {
  return message_of(action, ErrorKind::kBadUse);
}

}  // namespace mpart::test
