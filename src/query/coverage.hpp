#pragma once

#include <cstddef>
#include <vector>

#include "mpart/node_view.hpp"

namespace mpart {

// Chooses the nodes to ask about so that labels come to speak for as much as possible. A node is
// worth its wins to the power 1.25. A label at node j speaks for a node at L1 distance d, between
// the middles of their boxes, to the share
//   k = (1 - d / radius)^4,
// and for each node that label counts which speaks for it most. The next node is the one that adds
// most (a greedy facility location); of equals the lowest index. The radius is the distance
// within which a tenth of all worth lies, on average around the four nodes that won most.
//
// Where much is nearest to labels of one class, another class is likely among it: worth is
// multiplied by the square root of how much that is. Considered are the 16 unlabelled nodes
// with the most of their own that nothing speaks for.
//
// Where many nodes lie close together classes overlap, and a label is less often that of its
// surroundings. With `clear`, what a considered node adds is therefore multiplied by
//   (c_mean / c)^2, but at least 1/2 and at most 2,
// where c, the nodes around it, is the sum of 1 - d / radius, and c_mean the mean of the considered
// nodes' c, each as much as it adds and as it is near (1 - d / radius).
//
// When no unlabelled node is left: the nodes with the fewest labels for their wins.
//
// `excluded[j]`: node j must not be returned, and counts as labelled; it may be shorter.
// Returns at most `count` nodes, best first, each chosen as if those before it had a label.
std::vector<NodeIndex> least_covered(const NodeView& view, const std::vector<bool>& excluded,
                                     std::size_t count, bool clear);

// Chooses nodes in the same way, but if the learner holds its nodes in groups: the densest node of
// each group without a label, then the densest other nodes without one.
std::vector<NodeIndex> choose_nodes(const NodeView& view, const std::vector<bool>& excluded,
                                    std::size_t count, bool clear);

}  // namespace mpart
