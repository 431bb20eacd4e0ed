#include "learn/plus/balance.hpp"

#include <algorithm>
#include <numeric>

namespace mpart {

namespace {

constexpr double kRate = 1.0 / 500;  // of the running means
constexpr double kMostWeight = 2;    // and its inverse the least

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

void Balance::observe(std::span<const double> probability, const LabelDensities& labels) {
  if (strength_ == 0) return;
  while (classes_.size() < probability.size()) add_class();
  double unweighted = 0;
  for (std::size_t y = 0; y < probability.size(); ++y) {
    unweighted += probability[y] / classes_[y].weight;
  }
  for (std::size_t y = 0; y < probability.size(); ++y) {
    const double said = probability[y] / classes_[y].weight / unweighted;
    classes_[y].share = std::min(1.0, classes_[y].share + kRate * (said - classes_[y].share));
  }
  const double pull = pull_to_equal(labels);
  const double equal = 1 / static_cast<double>(labels.known_count());
  for (ClassIndex y = 0; y < probability.size(); ++y) {
    if (!labels.known(y)) continue;
    Class& own = classes_[y];
    const double wanted = pull * equal + (1 - pull) * own.share;
    const double change = wanted > 0 ? std::max(1 - probability[y] / wanted, -1 / kRate / 2) : 0;
    own.weight = std::clamp(own.weight * (1 + kRate * change), 1 / kMostWeight, kMostWeight);
  }
}

// As if it had its equal share all the time.
void Balance::add_class() {
  const double equal = 1 / static_cast<double>(classes_.size() + 1);
  for (Class& own : classes_) own.share *= 1 - equal;
  classes_.push_back({equal, 1});
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
  require(classes_.size() <= classes, "a balance of classes that are not there");
  for (Class& own : classes_) {
    own.share = reader.finite();
    own.weight = reader.finite();
    require(own.share >= 0 && own.share <= 1 && own.weight >= 1 / kMostWeight &&
                own.weight <= kMostWeight,
            "a balance out of range");
  }
}

}  // namespace mpart
