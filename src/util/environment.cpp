#include "util/environment.hpp"

#include <cstdlib>

namespace mpart {

std::string environment_variable(const char* name) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): mpart never changes the environment.
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace mpart
