#pragma once

#include <span>

#include "mpart/learner.hpp"
#include "mpart/session.hpp"

namespace mpart {

// A learner that can become what several learners, which learned apart, know together. mpart and
// plus can: docs/merge.md.
class Mergeable {
 public:
  Mergeable() = default;
  Mergeable(const Mergeable&) = delete;
  Mergeable& operator=(const Mergeable&) = delete;
  virtual ~Mergeable() = default;

  // REQUIRES: a new learner; all parts are of its class and have its parameters and one width.
  virtual void merge(std::span<const Learner* const> parts) = 0;
};

// Makes one session of several that learned apart, whatever their order. A session that has seen
// nothing adds nothing; if only one has seen samples, that one is the result. Otherwise a new
// period of the budget begins, and open queries stay with the session that asked them. Throws as
// require_mergeable() does, and Error(kUnsupported) for learners that cannot be merged.
Session merge_sessions(std::span<const Session* const> sessions);

// Throws Error(kConflict) "rho is 0.9, 0.95 was expected" unless both can be merged.
void require_mergeable(const Session& session, const Session& expected);

}  // namespace mpart
