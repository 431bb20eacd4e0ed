#pragma once

#include <fstream>
#include <ostream>
#include <string>
#include <vector>

namespace mpart {

// A text file that replaces the old one of its name only when it is complete: rows go to a file
// beside it and commit() renames it. Without commit() the old file stays as it was. "-" is standard
// output; pipes and devices are written directly.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);  // throws Error(kBadInput) if it cannot be written
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream();
  void check();   // throws Error(kBadInput) if a write has failed, such as on a full disk
  void commit();  // check(), then the file is there

 private:
  std::string path_;
  std::string temporary_;  // empty: written directly
  std::ofstream file_;
  bool standard_output_;
};

// Throws Error(kBadUse) if an output leads to the same file as an input or another output. Empty
// names,
// "-", pipes and devices are no files.
void require_distinct(const std::vector<std::string>& outputs,
                      const std::vector<std::string>& inputs);

}  // namespace mpart
