#pragma once

#include <cstdint>
#include <vector>

#include "mpart/types.hpp"

namespace mpart {

// How calibrate() treats the probabilities of a learner.
enum class Calibration : std::uint8_t { kNone, kMpart, kPlus };

// What a learner knows of one sample. Numbers in brackets are the paper's equations.
struct Prediction {
  NodeIndex winner = kNoNode;       // node that wins the sample, J_t; kNoNode: the model is empty
  bool activated = false;           // at least one node passes vigilance
  bool created = false;             // observe() made the winner for this sample
  std::uint32_t coactivated = 0;    // activated nodes beside the winner
  std::uint32_t clipped = 0;        // features outside [0,1], taken as 0 or 1
  bool known = false;               // a label reaches the winner; false: the class is unknown
  ClassIndex best = kNoClass;       // class of highest probability; the first class while unknown
  std::vector<double> probability;  // of each class, p_t (5); uniform while unknown
  double labels_per_class = 0;      // labels of the whole model, by classes that have one
  Calibration calibration = Calibration::kNone;
  double mass = 0;         // labels that reach the winner; messages carry shares of them
  double epistemic = 1;    // how few labels are near, u_e (6)
  double aleatoric = 0;    // how mixed the classes are here, u_a (7)
  double uncertainty = 0;  // both together, u_t (8)
  double density = 0;      // samples that fall here, d^(L)
  double score = 0;        // worth of a label here, s_t (9); u_t without density weighting
};

// The probabilities that command line, server, worker and Python report: as often as they say, the
// class is right (docs/probabilities.md). The order of the classes is that of
// prediction.probability, and the sum is 1. Equal to it for learners other than mpart and plus, and
// while unknown.
void calibrate(const Prediction& prediction, std::vector<double>& out);

// The calibrated probability of prediction.best; 0 while unknown.
double calibrated_best(const Prediction& prediction);

}  // namespace mpart
