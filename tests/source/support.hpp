#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "mpart/error.hpp"
#include "mpart/sample.hpp"
#include "mpart/source.hpp"
#include "source/byte_stream.hpp"
#include "temporary_folder.hpp"

namespace mpart::test {

using tests::TemporaryFolder;

// Bytes in memory as a stream; `chunk` bytes at a time into a buffer that begins with one byte, and
// with or without a known size.
std::unique_ptr<ByteStream> stream_of(const std::string& name, const std::string& bytes,
                                      std::size_t chunk = std::string::npos,
                                      bool tells_size = true);

std::vector<Sample> read_all(Source& source);
std::vector<std::string> labels_of(const std::vector<Sample>& samples);

// The message of the Error of this kind that `action` throws; "" if it throws none.
std::string message_of(const std::function<void()>& action, ErrorKind expected);

// The message of the Error(kInvalidData), or of the Error(kInvalidArgument), that `action` throws.
// "" if it throws none.
std::string bad_input_of(const std::function<void()>& action);
std::string bad_use_of(const std::function<void()>& action);

// Calls of operator new since the program began.
std::size_t allocation_count();

}  // namespace mpart::test
