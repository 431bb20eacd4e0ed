#include <array>
#include <string>
#include <utility>

#include "mpart/error.hpp"
#include "query/cover.hpp"
#include "query/explorer.hpp"
#include "query/memory.hpp"
#include "query/random_strategy.hpp"
#include "query/representative.hpp"

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
  throw Error(ErrorKind::kBadUse,
              "strategy must be explorer, memory, random, representative or cover, not \"" +
                  std::string(name) + "\"");
}

std::string_view name_of(StrategyKind kind) {
  for (const auto& [name, known] : kNames) {
    if (known == kind) return name;
  }
  throw Error(ErrorKind::kBadUse, "no such strategy");
}

namespace {

const Learner& nominating(const Learner* learner, StrategyKind kind) {
  if (learner != nullptr && learner->nominates()) return *learner;
  throw Error(ErrorKind::kBadUse, "strategy " + std::string(name_of(kind)) +
                                      " needs a learner that nominates nodes, such as asoinn or "
                                      "plus");
}

}  // namespace

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
      return std::make_unique<RepresentativeStrategy>(budget, nominating(learner, kind));
    case StrategyKind::kCover:
      return std::make_unique<CoverStrategy>(budget, nominating(learner, kind));
  }
  throw Error(ErrorKind::kBadUse, "no such strategy");
}

}  // namespace mpart
