// Bytes of a model of a million nodes in four dimensions: without edges, and with five a node.
//   mpart_bench_memory [nodes along one side of the grid, 32]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "mpart/mpart.hpp"

namespace {

using namespace mpart;

std::size_t bytes_of_process(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with(field)) continue;
    return std::strtoull(line.c_str() + field.size() + 1, nullptr, 10) * 1024;
  }
  return 0;
}

using Cell = std::vector<std::size_t>;

// Every cell of a grid of four dimensions, in an order that jumps about as samples do.
template <typename Visit>
void for_each_cell(std::size_t side, const Visit& visit) {
  constexpr std::size_t kStride = 7919;  // prime
  const std::size_t cells = side * side * side * side;
  Cell cell(4);
  for (std::size_t i = 0; i < cells; ++i) {
    std::size_t rest = i * kStride % cells;
    for (std::size_t& place : cell) {
      place = rest % side;
      rest /= side;
    }
    visit(cell);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t side = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 32;
  const double spacing = 1.0 / static_cast<double>(side);
  Parameters parameters;
  parameters.beta = 1e-6;                  // boxes stay points
  parameters.rho = 1 - 0.6 * spacing / 4;  // half way between two nodes both are active
  const auto learner = make_learner(parameters);
  Prediction out;
  std::vector<double> values(4);
  const auto observe = [&](const Cell& cell, std::size_t towards) {
    for (std::size_t k = 0; k < 4; ++k) {
      values[k] = (static_cast<double>(cell[k]) + (k == towards ? 1.0 : 0.5)) * spacing;
    }
    learner->observe(values, out);
  };

  const std::size_t before = bytes_of_process("VmRSS:");
  for_each_cell(side, [&](const Cell& cell) { observe(cell, 4); });
  const auto nodes = static_cast<double>(learner->node_count());
  const std::size_t with_nodes = bytes_of_process("VmRSS:") - before;

  // To the next node in two dimensions, and every second one also in a third: five neighbours each.
  for_each_cell(side, [&](const Cell& cell) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (cell[k] + 1 == side || (k == 2 && cell[2] % 2 == 0)) continue;
      observe(cell, k);
    }
  });
  const auto edges = static_cast<double>(learner->edge_count());
  const std::size_t with_edges = bytes_of_process("VmRSS:") - before;
  std::printf("%.0f nodes, %.0f edges, %.2f neighbours a node\n", nodes, edges, 2 * edges / nodes);
  std::printf("bytes a node    %8.1f\n", static_cast<double>(with_nodes) / nodes);
  std::printf("bytes an edge   %8.1f\n", static_cast<double>(with_edges - with_nodes) / edges);
  std::printf("in all          %8.1f MB\n", static_cast<double>(with_edges) / 1e6);
  std::printf("most at a time  %8.1f MB\n",
              static_cast<double>(bytes_of_process("VmHWM:") - before) / 1e6);
}
