#include <array>
#include <string>
#include <utility>

#include "mpart/error.hpp"
#include "query/explorer.hpp"
#include "query/memory.hpp"
#include "query/random_strategy.hpp"

namespace mpart {

namespace {

constexpr std::array<std::pair<std::string_view, StrategyKind>, 3> kNames{{
    {"random", StrategyKind::kRandom},
    {"memory", StrategyKind::kMemory},
    {"explorer", StrategyKind::kExplorer},
}};

}  // namespace

StrategyKind parse_strategy(std::string_view name) {
  for (const auto& [known, kind] : kNames) {
    if (known == name) return kind;
  }
  throw Error(ErrorKind::kBadUse,
              "strategy must be explorer, memory or random, not \"" + std::string(name) + "\"");
}

std::string_view name_of(StrategyKind kind) {
  for (const auto& [name, known] : kNames) {
    if (known == kind) return name;
  }
  throw Error(ErrorKind::kBadUse, "no such strategy");
}

std::unique_ptr<Strategy> make_strategy(StrategyKind kind, Budget budget, std::uint64_t seed) {
  switch (kind) {
    case StrategyKind::kRandom:
      return std::make_unique<RandomStrategy>(budget, seed);
    case StrategyKind::kMemory:
      return std::make_unique<MemoryStrategy>(budget);
    case StrategyKind::kExplorer:
      return std::make_unique<ExplorerStrategy>(budget);
  }
  throw Error(ErrorKind::kBadUse, "no such strategy");
}

}  // namespace mpart
