#include "util/system_error.hpp"

#include <cerrno>
#include <system_error>

namespace mpart {

namespace {

ErrorKind kind_of(int reason) {
  switch (reason) {
    case ENOENT:
    case ENOTDIR:
      return ErrorKind::kNotFound;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return ErrorKind::kOutOfSpace;
    case EACCES:  // the caller named something that it may not use
    case EPERM:
    case EROFS:
    case EISDIR:
    case ELOOP:
    case ENAMETOOLONG:
      return ErrorKind::kInvalidArgument;
    default:
      return ErrorKind::kUnavailable;
  }
}

}  // namespace

Error system_error(const std::string& what, int reason) {
  return {kind_of(reason), what + ": " + std::generic_category().message(reason)};
}

}  // namespace mpart
