#pragma once

#include <stdexcept>
#include <string>

namespace mpart {

// What a caller can do about an error.
enum class ErrorKind {
  kInvalidArgument,  // an option or a parameter is wrong: change the call
  kInvalidData,      // a sample, a label or a file cannot be used: change the data
  kNotFound,         // there is no such file, query or name
  kConflict,         // the present state does not allow it: the query was skipped, for example
  kCorrupt,          // bytes that mpart wrote have been changed or cut short: restore a copy
  kUnavailable,      // another program, a lock or a device does not answer: try again later
  kOutOfSpace,       // the disk is full: make room and try again
  kUnsupported,      // valid, but this build, version or learner cannot do it
  kInternal,         // a fault of mpart itself
};

// The one exception that mpart throws, beside std::bad_alloc. The message says what, where, what
// was expected and, if that is not plain, what to do: "train.csv:17: 784 values expected, 12
// found".
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

// An error of each kind, to throw: `throw invalid_data("train.csv:17: no label")`.
inline Error invalid_argument(const std::string& what) {
  return {ErrorKind::kInvalidArgument, what};
}
inline Error invalid_data(const std::string& what) { return {ErrorKind::kInvalidData, what}; }
inline Error not_found(const std::string& what) { return {ErrorKind::kNotFound, what}; }
inline Error conflict(const std::string& what) { return {ErrorKind::kConflict, what}; }
inline Error corrupt(const std::string& what) { return {ErrorKind::kCorrupt, what}; }
inline Error unavailable(const std::string& what) { return {ErrorKind::kUnavailable, what}; }
inline Error out_of_space(const std::string& what) { return {ErrorKind::kOutOfSpace, what}; }
inline Error unsupported(const std::string& what) { return {ErrorKind::kUnsupported, what}; }
inline Error internal_error(const std::string& what) { return {ErrorKind::kInternal, what}; }

}  // namespace mpart
