#pragma once

#include <memory>

namespace mpart {

// Working memory of one thread, kept between predictions so that none is allocated per sample. Its
// contents are no concern of the caller.
class Scratch {
 public:
  struct Buffers;  // defined by the learners

  Scratch();
  ~Scratch();
  Scratch(Scratch&& other) noexcept;
  Scratch& operator=(Scratch&& other) noexcept;

  Buffers& buffers() { return *buffers_; }

 private:
  std::unique_ptr<Buffers> buffers_;
};

}  // namespace mpart
