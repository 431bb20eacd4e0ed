#include "cli/reproduce/trial.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>

#include "cli/evaluation.hpp"
#include "mpart/error.hpp"
#include "mpart/oracle.hpp"
#include "plot/graph_statistics.hpp"
#include "util/random.hpp"

namespace mpart::reproduce {

namespace {

constexpr std::array<std::string_view, 10> kMeasures = {"accuracy",
                                                        "unknown",
                                                        "seconds",
                                                        "nodes",
                                                        "coactivations",
                                                        "coactivations_per_node",
                                                        "coactivations_per_sample",
                                                        "edges_per_node",
                                                        "nodes_without_edges",
                                                        "mean_edge_weight_paper"};

// As the shuffle of the command line, so that a trial can be repeated there.
std::vector<std::uint32_t> order_of(std::size_t samples, std::uint64_t seed) {
  std::vector<std::uint32_t> order(samples);
  std::iota(order.begin(), order.end(), 0U);
  Random random(seed);
  shuffle(order, random);
  return order;
}

Evaluation evaluate(const Session& session, const std::vector<Sample>& test) {
  Scratch scratch;
  Prediction prediction;
  Evaluation evaluation;
  for (const Sample& sample : test) {
    session.predict(sample, scratch, prediction);
    evaluation.count(session, prediction, sample.label);
  }
  return evaluation;
}

}  // namespace

std::span<const std::string_view> measures() { return kMeasures; }

std::size_t measure_index(std::string_view name) {
  const auto* const found = std::find(kMeasures.begin(), kMeasures.end(), name);
  if (found != kMeasures.end()) return static_cast<std::size_t>(found - kMeasures.begin());
  throw Error(ErrorKind::kBadUse, "no measure \"" + std::string(name) + "\"");
}

Measured run_trial(const Data& data, const Row& row, std::uint64_t number) {
  SessionOptions options = row.session;
  options.seed = number;
  Session session(options);
  ColumnOracle oracle;
  const std::vector<std::uint32_t> order = order_of(data.stream.size(), number);
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < std::min(row.samples, order.size()); ++i) {
    session.step(data.stream[order[i]], oracle);
  }
  session.finish(oracle);
  const Evaluation evaluation = evaluate(session, data.test);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const Counters& counters = session.counters();
  const plot::GraphStatistics graph =
      plot::graph_statistics(session.learner().graph(), counters.coactivations, counters.samples);
  return {100 * evaluation.accuracy(),
          100 * evaluation.unknown_share(),
          seconds.count(),
          static_cast<double>(graph.nodes),
          static_cast<double>(graph.coactivations),
          graph.coactivations_per_node,
          graph.coactivations_per_sample,
          graph.edges_per_node,
          static_cast<double>(graph.nodes_without_edges),
          graph.mean_edge_weight_paper};
}

}  // namespace mpart::reproduce
