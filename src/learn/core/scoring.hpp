#pragma once

#include "learn/core/messages/label_densities.hpp"
#include "mpart/learner.hpp"

namespace mpart {

// Turns evidence into a prediction, Equations (5) to (9). Before: out.probability holds the mass of
// labels that speaks for each class, `mass` is its sum, and out.density how many samples fall here.
// Afterwards probability, known, best, labels_per_class, the uncertainties and the score are set.
void score_prediction(const LabelDensities& labels, const Parameters& parameters, double mass,
                      Prediction& out);

// What a label counts at L1 distance `distance`, for learners without a graph to carry it: half at
// n (1 - rho), which is as far as an ART node reaches. So it is worth asking far from all labels.
double weight_at(double distance, std::size_t width, const Parameters& parameters);

}  // namespace mpart
