#pragma once

#include <stdexcept>
#include <string>

namespace mpart {

enum class ErrorKind {
  kBadUse,    // the caller's arguments
  kBadInput,  // the caller's data or files
  kFailed,    // an operation that should have worked
};

// The one exception of the library. The message says what, where and what was expected:
// "train.csv:17: 784 values expected, 12 found".
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace mpart
