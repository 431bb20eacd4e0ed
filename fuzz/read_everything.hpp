#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>

#include "mpart/error.hpp"
#include "mpart/source.hpp"
#include "source/byte_stream.hpp"
#include "source/memory_input.hpp"

namespace mpart::fuzz {

inline void require(bool fact) {
  if (!fact) __builtin_trap();
}

inline std::unique_ptr<ByteStream> stream_of(const std::string& bytes, std::size_t chunk) {
  // In pieces it is a pipe, whose length nobody knows.
  const bool whole = chunk == std::string::npos;
  constexpr std::size_t kBuffer = 16;  // small, so that it has to move and to grow
  return std::make_unique<ByteStream>("data", std::make_unique<MemoryInput>(bytes, chunk, whole),
                                      kBuffer);
}

// Reads to the end or to an Error, the only way out that is allowed, and checks what every Source
// promises. Returns the rows that came.
inline std::uint64_t read_everything(const std::function<std::unique_ptr<Source>()>& open) {
  std::uint64_t rows = 0;
  try {
    const std::unique_ptr<Source> source = open();
    const bool has_text = source->columns() != nullptr && source->columns()->has_text();
    require(source->width() > 0 || has_text);
    Sample sample;
    std::uint64_t last_row = 0;
    while (source->next(sample)) {
      ++rows;
      require(sample.row > last_row);
      last_row = sample.row;
      require(sample.values.size() == source->width());
      for (const double value : sample.values) require(!std::isinf(value));
      const double progress = source->progress().value_or(0);
      require(progress >= 0 && progress <= 1);
    }
    require(!source->next(sample));
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::kInvalidData);
    const char* message = error.what();
    require(std::strlen(message) < 1000);
    for (; *message != '\0'; ++message) require(static_cast<unsigned char>(*message) >= 0x20);
  }
  return rows;
}

}  // namespace mpart::fuzz
