#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "mpart/error.hpp"
#include "query/strategies.hpp"
#include "util/similar_name.hpp"

namespace mpart {

namespace {

constexpr std::array<std::pair<std::string_view, StrategyKind>, 5> kNames{{
    {"random", StrategyKind::kRandom},
    {"memory", StrategyKind::kMemory},
    {"explorer", StrategyKind::kExplorer},
    {"representative", StrategyKind::kRepresentative},
    {"cover", StrategyKind::kCover},
}};

}  // namespace

StrategyKind parse_strategy(std::string_view name) {
  for (const auto& [known, kind] : kNames) {
    if (known == name) return kind;
  }
  std::array<std::string_view, kNames.size()> names;
  std::ranges::transform(kNames, names.begin(), [](const auto& known) { return known.first; });
  throw invalid_argument(
      "strategy must be explorer, memory, random, representative or cover, not \"" +
      std::string(name) + "\"" + did_you_mean(name, names));
}

std::string_view name_of(StrategyKind kind) {
  for (const auto& [name, known] : kNames) {
    if (known == kind) return name;
  }
  return "own";
}

namespace {

const NodeView& require_nodes(const NodeView* nodes, StrategyKind kind) {
  if (nodes != nullptr) return *nodes;
  throw unsupported("strategy " + std::string(name_of(kind)) +
                    " needs a learner with nodes, such as mpart, plus or "
                    "asoinn");
}

}  // namespace

std::unique_ptr<Strategy> make_strategy(const StrategyOptions& options, const NodeView* nodes) {
  const Budget& budget = options.budget;
  switch (options.kind) {
    case StrategyKind::kRandom:
      return make_random(budget, options.seed);
    case StrategyKind::kMemory:
      return make_memory(budget);
    case StrategyKind::kExplorer:
      return make_explorer(budget);
    case StrategyKind::kRepresentative:
      return make_representative(budget, require_nodes(nodes, options.kind));
    case StrategyKind::kCover:
      return make_cover(budget, require_nodes(nodes, options.kind), options.clear, options.scaling);
    case StrategyKind::kOwn:
      throw unsupported("the session has a strategy of its own; it has to be passed in");
  }
  throw invalid_argument("no such strategy");
}

}  // namespace mpart
