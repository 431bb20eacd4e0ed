#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "util/non_copyable.hpp"

namespace mpart {

// Bytes in any order, from a file or from memory.
class RandomInput : private NonCopyable {
 public:
  virtual ~RandomInput() = default;

  virtual const std::string& name() const = 0;  // for messages
  virtual std::uint64_t size() const = 0;

  // Fills `into` with the bytes that begin at `offset`. Throws Error(kInvalidData) if the input
  // ends before that, as a file does that has been cut since it was opened.
  virtual void read(std::uint64_t offset, std::span<char> into) const = 0;
};

// Opens a regular file. Throws Error with the system's reason, or Error(kInvalidData) if it is a
// pipe or the like, whose end cannot be read first.
std::unique_ptr<RandomInput> open_random(const std::string& path);

// Bytes from memory: what tests and fuzzers feed the readers with.
std::unique_ptr<RandomInput> random_input_of(std::string name, std::string bytes);

}  // namespace mpart
