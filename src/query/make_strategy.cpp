#include <array>
#include <string>
#include <utility>

#include "mpart/error.hpp"
#include "query/explorer.hpp"
#include "query/memory.hpp"
#include "query/random_strategy.hpp"
#include "query/representative.hpp"

namespace mpart {

namespace {

constexpr std::array<std::pair<std::string_view, StrategyKind>, 4> kNames{{
    {"random", StrategyKind::kRandom},
    {"memory", StrategyKind::kMemory},
    {"explorer", StrategyKind::kExplorer},
    {"representative", StrategyKind::kRepresentative},
}};

}  // namespace

StrategyKind parse_strategy(std::string_view name) {
  for (const auto& [known, kind] : kNames) {
    if (known == name) return kind;
  }
  throw Error(ErrorKind::kBadUse,
              "strategy must be explorer, memory, random or representative, not \"" +
                  std::string(name) + "\"");
}

std::string_view name_of(StrategyKind kind) {
  for (const auto& [name, known] : kNames) {
    if (known == kind) return name;
  }
  throw Error(ErrorKind::kBadUse, "no such strategy");
}

std::unique_ptr<Strategy> make_strategy(StrategyKind kind, Budget budget, std::uint64_t seed,
                                        const Learner* learner) {
  switch (kind) {
    case StrategyKind::kRandom:
      return std::make_unique<RandomStrategy>(budget, seed);
    case StrategyKind::kMemory:
      return std::make_unique<MemoryStrategy>(budget);
    case StrategyKind::kExplorer:
      return std::make_unique<ExplorerStrategy>(budget);
    case StrategyKind::kRepresentative:
      if (learner == nullptr || !learner->nominates()) {
        throw Error(ErrorKind::kBadUse,
                    "strategy representative needs a learner that nominates "
                    "nodes, such as asoinn");
      }
      return std::make_unique<RepresentativeStrategy>(budget, *learner);
  }
  throw Error(ErrorKind::kBadUse, "no such strategy");
}

}  // namespace mpart
