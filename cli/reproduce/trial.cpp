#include "cli/reproduce/trial.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>

#include "mpart/error.hpp"
#include "plot/graph_statistics.hpp"
#include "util/random.hpp"

namespace mpart::reproduce {

namespace {

constexpr std::array<std::string_view, 11> kMeasures = {"accuracy",
                                                        "best_accuracy",  // of the curve
                                                        "unknown",
                                                        "seconds",
                                                        "nodes",
                                                        "coactivations",
                                                        "coactivations_per_node",
                                                        "coactivations_per_sample",
                                                        "edges_per_node",
                                                        "nodes_without_edges",
                                                        "mean_edge_weight_paper"};

SessionOptions seeded(SessionOptions options, std::uint64_t seed) {
  options.seed = seed;
  return options;
}

}  // namespace

Trial::Trial(const Data& data, const Row& row, std::uint64_t number)
    : data_(data), session_(seeded(row.session, number)), order_(data.stream.size()) {
  std::iota(order_.begin(), order_.end(), 0U);
  Random random(number);
  shuffle(order_, random);  // as the command line does, so that a trial can be repeated there
  order_.resize(std::min(order_.size(), row.samples));
}

void Trial::advance(std::size_t end) {
  end = std::min(end, size());
  if (seen_ == size()) return;
  for (; seen_ < end; ++seen_) session_.step(sample(seen_), oracle_);
  if (seen_ == size()) session_.finish(oracle_);
}

std::span<const std::string_view> measures() { return kMeasures; }

std::size_t measure_index(std::string_view name) {
  const auto* const found = std::find(kMeasures.begin(), kMeasures.end(), name);
  if (found != kMeasures.end()) return static_cast<std::size_t>(found - kMeasures.begin());
  throw invalid_argument("no measure \"" + std::string(name) + "\"");
}

std::size_t moment(const Row& row, std::size_t point) { return row.samples * point / row.points; }

Measured run_trial(const Data& data, const Row& row, std::uint64_t number) {
  Trial trial(data, row, number);
  std::vector<double> curve;
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t point = 1; point < row.points; ++point) {
    trial.advance(moment(row, point));
    curve.push_back(100 * trial.evaluate().paper_accuracy());
  }
  trial.advance(trial.size());
  const Evaluation evaluation = trial.evaluate();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const double accuracy = 100 * evaluation.paper_accuracy();
  if (row.points > 0) curve.push_back(accuracy);
  const Counters& counters = trial.session().counters();
  const plot::GraphStatistics graph = plot::graph_statistics(
      trial.session().learner().graph(), counters.coactivations, counters.samples);
  Measured measured = {accuracy,
                       curve.empty() ? accuracy : *std::max_element(curve.begin(), curve.end()),
                       100 * evaluation.unknown_share(),
                       seconds.count(),
                       static_cast<double>(graph.nodes),
                       static_cast<double>(graph.coactivations),
                       graph.coactivations_per_node,
                       graph.coactivations_per_sample,
                       graph.edges_per_node,
                       static_cast<double>(graph.nodes_without_edges),
                       graph.mean_edge_weight_paper};
  measured.insert(measured.end(), curve.begin(), curve.end());
  return measured;
}

}  // namespace mpart::reproduce
