#pragma once

#include <cstdint>
#include <string_view>

namespace mpart::parquet {

// Numbers of `width` bits in runs: one number many times, or some packed one after the other.
// Parquet calls it RLE; levels, indices into dictionaries and booleans are written so.
class RunReader {
 public:
  RunReader() = default;
  // REQUIRES: width is at most 32.
  RunReader(std::string_view bytes, unsigned width) : bytes_(bytes), width_(width) {}

  // The next number; false if there is none.
  bool next(std::uint32_t& number) {
    if (left_ == 0 && !begin_run()) return false;
    --left_;
    number = packed_ ? packed() : repeated_;
    return true;
  }

 private:
  bool begin_run();
  std::uint32_t packed();

  std::string_view bytes_;  // behind the present run
  std::string_view run_;    // of packed numbers
  unsigned width_ = 0;
  bool packed_ = false;
  std::uint32_t repeated_ = 0;
  std::uint64_t left_ = 0;   // numbers of the run
  std::uint64_t index_ = 0;  // of the next packed number
};

}  // namespace mpart::parquet
