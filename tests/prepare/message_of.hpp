#pragma once

#include <functional>
#include <string>

#include "mpart/error.hpp"

namespace mpart::test {

// What an Error says; any other exception is not caught.
inline std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace mpart::test
