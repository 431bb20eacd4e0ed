#include "prepare/fuzzy_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>

namespace mpart::embed {

namespace {

constexpr int kMostIterations = 64;
constexpr double kTolerance = 1e-5;
constexpr double kSmallestScale = 1e-3;  // of sigma, in mean distances

// One sample's own measure of distance.
struct Local {
  double rho = 0;    // distance to the nearest sample that is not a duplicate
  double sigma = 1;  // how fast membership falls beyond rho
};

// From one side `strength` is known, from the other `reverse`; 0 where a side has no edge.
struct Link {
  std::uint32_t from, to;
  double strength, reverse;
};

double mean_of(std::span<const float> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double membership(double distance, const Local& local) {
  const double beyond = distance - local.rho;
  return beyond > 0 ? std::exp(-beyond / local.sigma) : 1;
}

double cardinality(std::span<const float> others, const Local& local) {
  double sum = 0;
  for (const float distance : others) sum += membership(distance, local);
  return sum;
}

// The sigma for which the memberships of a row sum up to log2(k), by bisection; not much smaller
// than the mean distance of the row, or of all rows where a row has duplicates only.
Local local_measure(std::span<const float> distances, double mean_of_all) {
  Local local;
  const auto nearest =
      std::find_if(distances.begin(), distances.end(), [](float d) { return d > 0; });
  if (nearest != distances.end()) local.rho = *nearest;
  const double target = std::log2(static_cast<double>(distances.size()));
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kMostIterations; ++i) {
    const double excess = cardinality(distances.subspan(1), local) - target;
    if (std::abs(excess) < kTolerance) break;
    (excess > 0 ? high : low) = local.sigma;
    local.sigma = std::isinf(high) ? 2 * local.sigma : (low + high) / 2;
  }
  const double mean = local.rho > 0 ? mean_of(distances) : mean_of_all;
  local.sigma = std::max(local.sigma, kSmallestScale * mean);
  return local;
}

// Every membership twice: where it starts, and as the reverse of where it leads.
std::vector<Link> links_of(const Neighbours& neighbours) {
  const std::size_t k = neighbours.k;
  const std::span<const float> distances = neighbours.distance;
  const double mean = mean_of(distances);
  std::vector<Link> links;
  links.reserve(2 * neighbours.rows * (k - 1));
  for (std::size_t i = 0; i < neighbours.rows; ++i) {
    const Local local = local_measure(distances.subspan(i * k, k), mean);
    const auto from = static_cast<std::uint32_t>(i);
    for (std::size_t j = i * k + 1; j < (i + 1) * k; ++j) {
      const double strength = membership(distances[j], local);
      links.push_back({from, neighbours.index[j], strength, 0});
      links.push_back({neighbours.index[j], from, 0, strength});
    }
  }
  return links;
}

}  // namespace

std::vector<FuzzyEdge> fuzzy_set(const Neighbours& neighbours) {
  std::vector<Link> links = links_of(neighbours);
  std::sort(links.begin(), links.end(), [](const Link& a, const Link& b) {
    return std::tie(a.from, a.to) < std::tie(b.from, b.to);
  });
  std::vector<FuzzyEdge> edges;
  for (std::size_t i = 0; i < links.size(); ++i) {
    Link link = links[i];
    if (i + 1 < links.size() && links[i + 1].from == link.from && links[i + 1].to == link.to) {
      ++i;
      link.strength += links[i].strength;  // one of the two is 0
      link.reverse += links[i].reverse;
    }
    const double both = link.strength * link.reverse;
    const auto weight = static_cast<float>(link.strength + link.reverse - both);  // fuzzy union
    if (weight > 0) edges.push_back({link.from, link.to, weight});
  }
  return edges;
}

}  // namespace mpart::embed
