#pragma once

#include <cstdint>
#include <fstream>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace mpart {

// A text file that replaces the old one of its name only when it is complete: rows go to a file
// beside it and commit() renames it. Without commit() the old file stays as it was. "-" is standard
// output; pipes and devices are written directly.
class OutputFile {
 public:
  // Throws Error(kInvalidData) if it cannot be written.
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream();
  void check();   // throws Error(kInvalidData) if a write has failed, such as on a full disk
  void commit();  // check(), then the file is there

 private:
  std::string path_;
  std::string temporary_;  // empty: written directly
  std::ofstream file_;
  bool standard_output_;
};

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

// Throws Error(kInvalidArgument) if an output leads to the same file as an input or another output.
// Empty names, "-", pipes and devices are no files.
void require_distinct(const std::vector<std::string>& outputs,
                      const std::vector<std::string>& inputs);

}  // namespace mpart
