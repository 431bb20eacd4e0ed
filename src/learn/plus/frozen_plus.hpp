#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "learn/core/art/node_table.hpp"
#include "learn/core/messages/label_densities.hpp"
#include "learn/plus/balance.hpp"
#include "mpart/frozen.hpp"
#include "mpart/parameters.hpp"

namespace mpart {

// The learner plus, which only predicts.
class FrozenPlus : public Frozen {
 public:
  struct Parts {
    Parameters parameters;
    std::uint32_t answers = 1;
    bool far = true;
    NodeTable nodes;
    LabelDensities labels;
    Balance balance;
    std::vector<double> messages;  // [node][classes, then the density], of all layers
  };

  explicit FrozenPlus(Parts parts) : parts_(std::move(parts)) {}

  std::size_t width() const override { return parts_.nodes.width() / 2; }
  const std::vector<std::string>& classes() const override { return parts_.labels.classes(); }
  void predict(std::span<const double> values, Scratch& scratch, Prediction& out) const override;

 private:
  Parts parts_;
};

}  // namespace mpart
