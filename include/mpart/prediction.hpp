#pragma once

#include <cstdint>
#include <vector>

#include "mpart/types.hpp"

namespace mpart {

// What a learner says of one sample. Equation numbers are the paper's, in order of appearance.
struct Prediction {
  NodeIndex winner = kNoNode;     // J_t; kNoNode while the model is empty
  bool activated = false;         // some node passed vigilance
  bool created = false;           // observe() made the winner for this sample
  std::uint32_t coactivated = 0;  // activated nodes beside the winner
  std::uint32_t clipped = 0;      // features outside [0,1], taken as 0 or 1
  bool known = false;             // a label reaches the winner; if not, the answer is "unknown"
  ClassIndex best = kNoClass;     // highest probability; while not known, the class received first
  std::vector<double> probability;  // p_t (5), by class; uniform while not known
  double mass = 0;                  // of labels that reach the winner; messages bring shares
  double epistemic = 1;             // u_e (6): how little is known here
  double aleatoric = 0;             // u_a (7): how mixed the classes are here
  double uncertainty = 0;           // u_t (8)
  double density = 0;               // d^(L): how many samples fall here
  double score = 0;                 // s_t (9), or u_t without density weighting
};

}  // namespace mpart
