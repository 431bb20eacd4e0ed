#include "prepare/onnx_size.hpp"

#include <algorithm>

namespace mpart::embed {
namespace {

constexpr std::size_t kMostFunctions = 2000;  // bounds the depth of calls, too
constexpr std::uint64_t kTooMany = kMostOperators + 1;

// Of two numbers up to kTooMany.
std::uint64_t product(std::uint64_t a, std::uint64_t b) { return std::min(a * b, kTooMany); }

class Expansion {
 public:
  explicit Expansion(const std::map<std::string, OperatorCount>& functions)
      : functions_(functions) {}

  // A function is entered once: its size is kept. While it is being counted its size is kTooMany,
  // so that one which calls itself, directly or not, is too large.
  std::uint64_t of(const OperatorCount& body) {
    std::uint64_t total = std::min(body.operators, kTooMany);
    for (const auto& [type, times] : body.calls) {
      const auto function = functions_.find(type);
      if (function == functions_.end()) continue;
      const auto [size, is_new] = sizes_.try_emplace(type, kTooMany);
      if (is_new) size->second = of(function->second);
      total = std::min(total + product(std::min(times, kTooMany), size->second), kTooMany);
    }
    return total;
  }

 private:
  const std::map<std::string, OperatorCount>& functions_;
  std::map<std::string, std::uint64_t> sizes_;
};

}  // namespace

std::uint64_t expanded_operators(const OperatorCount& graph,
                                 const std::map<std::string, OperatorCount>& functions) {
  return functions.size() > kMostFunctions ? kTooMany : Expansion(functions).of(graph);
}

}  // namespace mpart::embed
