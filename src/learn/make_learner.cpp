#include "learn/mpart.hpp"

namespace mpart {

std::unique_ptr<Learner> make_learner(const Parameters& parameters) {
  return std::make_unique<Mpart>(parameters);
}

}  // namespace mpart
