#pragma once

#include <memory>

#include "mpart/learner.hpp"
#include "util/named_options.hpp"

namespace mpart {

// All that a learner is made from. The options are its own, the parameters are common to all.
struct LearnerSetup {
  const Parameters& parameters;
  NamedOptions& options;
  std::uint64_t seed = 0;
};

// One function a learner; each says above its class how it learns and answers.
std::unique_ptr<Learner> make_mpart(const LearnerSetup& setup);
std::unique_ptr<Learner> make_plus(const LearnerSetup& setup);
std::unique_ptr<Learner> make_lpart(const LearnerSetup& setup);
std::unique_ptr<Learner> make_asoinn(const LearnerSetup& setup);
std::unique_ptr<Learner> make_mlp(const LearnerSetup& setup);
std::unique_ptr<Learner> make_nearest(const LearnerSetup& setup);
std::unique_ptr<Learner> make_knn(const LearnerSetup& setup);

}  // namespace mpart
