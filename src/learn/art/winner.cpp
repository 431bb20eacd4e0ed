#include "learn/art/winner.hpp"

#include "learn/art/complement.hpp"
#include "learn/art/resonance.hpp"

namespace mpart {

void find_active(const NodeTable& nodes, const Parameters& parameters,
                 std::span<const double> values, Scratch& scratch, Prediction& out) {
  require_width(values, nodes.width() / 2);
  out.clipped = complement_code(values, scratch.input);
  out.winner = resonate(nodes, parameters, scratch);
  out.activated = out.winner != kNoNode;
  out.coactivated = out.activated ? static_cast<std::uint32_t>(scratch.activated.size() - 1) : 0;
}

void find_winner(const NodeTable& nodes, const Parameters& parameters,
                 std::span<const double> values, Scratch& scratch, Prediction& out) {
  find_active(nodes, parameters, values, scratch, out);
  if (!out.activated) out.winner = nearest(nodes, parameters, scratch);
}

}  // namespace mpart
