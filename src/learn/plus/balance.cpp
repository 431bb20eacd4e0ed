#include "learn/plus/balance.hpp"

#include <algorithm>
#include <numeric>

#include "learn/plus/soft_answer.hpp"

namespace mpart {

namespace {

constexpr int kRounds = 5;         // with more, weights run to their limits
constexpr double kMostWeight = 3;  // and its inverse the least

// Of what all nodes say, [node][the classes, and one more], only that of nodes where more than
// hardly a label arrives, with their wins in the last column. Returns the sum of these.
double keep_heard(const Topology& topology, std::size_t classes, std::vector<double>& said) {
  double samples = 0;
  double* kept = said.data();
  for (NodeIndex j = 0; j < topology.size(); ++j) {
    const double* row = said.data() + j * (classes + 1);
    if (std::accumulate(row, row + classes, 0.0) < kFaint) continue;
    if (kept != row) std::copy(row, row + classes, kept);
    kept += classes;
    *kept++ = topology.wins_as_double(j);
    samples += topology.wins_as_double(j);
  }
  said.resize(static_cast<std::size_t>(kept - said.data()));
  return samples;
}

}  // namespace

void Balance::apply(std::span<double> mass) const {
  if (strength_ == 0) return;
  const std::size_t count = std::min(mass.size(), classes_.size());
  const double before = std::accumulate(mass.begin(), mass.end(), 0.0);
  for (std::size_t y = 0; y < count; ++y) mass[y] *= classes_[y].weight;
  const double after = std::accumulate(mass.begin(), mass.end(), 0.0);
  if (after <= 0) return;
  for (double& value : mass) value *= before / after;
}

void Balance::renew(const Topology& topology, const LabelDensities& labels,
                    std::vector<double> said) {
  const std::size_t count = labels.classes().size();
  classes_.assign(count, {});
  const double samples = keep_heard(topology, count, said);
  if (samples == 0) return;
  std::vector<double> weights(count, 1.0), sums(count);
  const auto add_up = [&] {
    std::fill(sums.begin(), sums.end(), 0.0);
    for (const double* row = said.data(); row != said.data() + said.size(); row += count + 1) {
      const double mass = std::inner_product(weights.begin(), weights.end(), row, 0.0);
      const double scale = row[count] / mass / samples;
      for (std::size_t y = 0; y < count; ++y) sums[y] += scale * weights[y] * row[y];
    }
  };
  add_up();
  for (std::size_t y = 0; y < count; ++y) classes_[y].share = std::min(1.0, sums[y]);
  const double pull = pull_to_equal(labels);
  const double equal = 1 / static_cast<double>(labels.known_count());
  for (int round = 0; round < kRounds; ++round) {
    if (round > 0) add_up();
    for (ClassIndex y = 0; y < count; ++y) {
      if (!labels.known(y) || sums[y] <= 0) continue;
      const double wanted = pull * equal + (1 - pull) * classes_[y].share;
      weights[y] = std::clamp(weights[y] * wanted / sums[y], 1 / kMostWeight, kMostWeight);
    }
  }
  for (std::size_t y = 0; y < count; ++y) classes_[y].weight = weights[y];
}

// 1 as long as the shares differ from equal ones by no more than n labels drawn at random would
// make them; strength_ because questions that cover the stream make them differ less.
double Balance::pull_to_equal(const LabelDensities& labels) const {
  const double equal = 1 / static_cast<double>(labels.known_count());
  double difference = 0;
  for (ClassIndex y = 0; y < classes_.size(); ++y) {
    if (!labels.known(y)) continue;
    difference += (classes_[y].share - equal) * (classes_[y].share - equal);
  }
  const double by_chance = strength_ * (1 - equal) / static_cast<double>(labels.received());
  return difference <= by_chance ? 1 : by_chance / difference;
}

void Balance::save(Writer& writer) const {
  writer.u64(classes_.size());
  for (const Class& own : classes_) {
    writer.f64(own.share);
    writer.f64(own.weight);
  }
}

void Balance::load(Reader& reader, std::size_t classes) {
  constexpr std::size_t kClassBytes = 16;
  classes_.resize(reader.count(kClassBytes));
  require(classes_.size() <= classes, "class weights for unknown classes");
  for (Class& own : classes_) {
    own.share = reader.finite();
    own.weight = reader.finite();
    require(own.share >= 0 && own.share <= 1 && own.weight >= 1 / kMostWeight &&
                own.weight <= kMostWeight,
            "a balance out of range");
  }
}

}  // namespace mpart
