#pragma once

#include "mpart/mpart.hpp"
#include "util/random.hpp"

namespace mpart {

inline Sample random_sample(Random& random, std::size_t width = 2) {
  Sample sample;
  for (std::size_t i = 0; i < width; ++i) sample.values.push_back(random.uniform());
  sample.label = sample.values[0] < 0.5 ? "left, \"quoted\"" : "right";
  return sample;
}

// A session with nodes, edges, labels, an open question and a full ledger of states.
inline Session small_session(StrategyKind strategy, std::size_t samples = 60,
                             const std::string& learner = "mpart") {
  SessionOptions options;
  options.strategy = strategy;
  options.budget = {2, 10};
  options.parameters.rho = 0.9;
  options.parameters.learner = learner;
  Session session(options);
  ColumnOracle column;
  SilentOracle silent;
  Random random(7);
  for (std::size_t i = 0; i < samples; ++i) {
    if (i % 20 < 10) {
      session.step(random_sample(random), column);
    } else {
      session.step(random_sample(random), silent);
    }
  }
  if (session.ledger().asked() > 3) {
    session.withdraw(1);
    session.skip(3);
  }
  return session;
}

}  // namespace mpart
