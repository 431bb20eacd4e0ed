#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/output_file.hpp"

namespace mpart {

// A numpy array of float32 that is written row by row: the number of rows is filled in at the end.
class NpyFile {
 public:
  NpyFile(const std::string& path, std::size_t width);
  void add(std::span<const double> row);  // REQUIRES: `width` values
  void commit();

 private:
  void write_header();

  OutputFile file_;
  std::size_t width_;
  std::uint64_t rows_ = 0;
  std::string bytes_;
};

// Labels for the file beside it: integers if all of them are, otherwise text. Missing ones are
// empty text.
void write_npy_labels(const std::string& path, const std::vector<std::string>& labels);

}  // namespace mpart
