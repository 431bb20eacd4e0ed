// Wins and edges against a plain table of counts.
#include "learn/core/graph/topology.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "reference/streams.hpp"

namespace mpart {
namespace {

using reference::Draw;

class Table {
 public:
  explicit Table(std::size_t nodes) : wins(nodes, 1), together(nodes) {}

  void win(NodeIndex winner, const std::vector<NodeIndex>& activated) {
    ++wins[winner];
    for (const NodeIndex other : activated) {
      if (other == winner) continue;
      ++together[winner][other];
      ++together[other][winner];
    }
  }

  void replace(NodeIndex j) {
    for (const auto& [other, count] : together[j]) together[other].erase(j);
    together[j].clear();
    wins[j] = 1;
  }

  std::vector<std::uint64_t> wins;
  std::vector<std::map<NodeIndex, std::uint64_t>> together;
};

void expect_same(const Topology& topology, const Table& table) {
  std::size_t halves = 0;
  for (NodeIndex j = 0; j < topology.size(); ++j) {
    ASSERT_EQ(topology.wins(j), table.wins[j]);
    std::map<NodeIndex, std::uint64_t> found;
    for (const Topology::Edge& edge : topology.edges(j)) {
      found[edge.to] = topology.count(j, edge);
      const auto sum = static_cast<double>(table.wins[j] + table.wins[edge.to]);
      ASSERT_EQ(edge.weight, static_cast<double>(found[edge.to]) / sum);
    }
    ASSERT_EQ(found, table.together[j]) << "node " << j;
    halves += found.size();
  }
  ASSERT_EQ(topology.edge_count(), halves / 2);
}

std::string bytes_of(const Topology& topology) {
  Writer writer;
  topology.save(writer);
  const auto bytes = writer.bytes();
  return {bytes.begin(), bytes.end()};
}

// Up to all nodes are neighbours of one another, so lists have one to many blocks.
TEST(Topology, CountsWhatATableCounts) {
  for (const std::size_t nodes : {2, 6, 7, 40, 90}) {
    Draw draw(nodes);
    Topology topology;
    for (std::size_t j = 0; j < nodes; ++j) topology.add_node();
    Table table(nodes);
    for (int t = 0; t < 6000; ++t) {
      const auto winner = static_cast<NodeIndex>(draw.below(nodes));
      if (draw.chance(0.01)) {
        topology.replace_node(winner);
        table.replace(winner);
      } else {
        std::set<NodeIndex> activated{winner};
        for (std::size_t i = draw.below(5); i > 0; --i) {
          activated.insert(static_cast<NodeIndex>(draw.below(nodes)));
        }
        const std::vector<NodeIndex> list(activated.begin(), activated.end());
        topology.win(winner, list);
        table.win(winner, list);
      }
      if (t % 100 == 0) {
        ASSERT_NO_FATAL_FAILURE(expect_same(topology, table)) << "t " << t;
      }
    }
    const std::string saved = bytes_of(topology);
    Reader reader(saved);
    Topology loaded;
    loaded.load(reader);
    ASSERT_NO_FATAL_FAILURE(expect_same(loaded, table));
    EXPECT_EQ(bytes_of(loaded), saved);
  }
}

TEST(Topology, AnEdgeThatGoesLeavesNoTrace) {
  Topology topology;
  for (int j = 0; j < 12; ++j) topology.add_node();
  for (NodeIndex other = 1; other < 12; ++other) topology.win(0, std::vector<NodeIndex>{0, other});
  for (NodeIndex other = 11; other > 0; --other) {
    topology.replace_node(other);
    EXPECT_EQ(topology.edge_count(), other - 1);
    EXPECT_EQ(topology.lists().size(other), 0);
  }
  EXPECT_EQ(topology.lists().first_block(0), EdgeLists::kEnd);
}

}  // namespace
}  // namespace mpart
