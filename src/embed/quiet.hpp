#pragma once

namespace mpart::embed {

// While it lives OpenCV does not write to standard error; what it says is in its exceptions.
// OpenCV has one level for the whole process: what another thread does with OpenCV is quiet too.
class Quiet {
 public:
  Quiet();
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;
  ~Quiet();

 private:
  int level_;  // before
};

}  // namespace mpart::embed
