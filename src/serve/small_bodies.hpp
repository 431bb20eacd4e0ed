#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "mpart/strategy.hpp"
#include "mpart/types.hpp"

// The bodies of small requests. A field that is not known is an error, so that nobody waits for an
// effect that a misspelt one never has. All throw Error(kInvalidData) saying what is wrong.
namespace mpart::serve {

// POST /queries/next: {"client":"tab 7","after":17}
struct NextRequest {
  std::string client;
  std::optional<QueryId> after;
};
NextRequest read_next(const std::string& body);

// PUT /budget: {"questions":2,"period":100}; Error(kInvalidArgument) for one that cannot be kept.
Budget read_budget(const std::string& body);

// POST /budget: {"extra":50}
std::uint64_t read_extra(const std::string& body);

// POST /demo: {"answers_itself":true}
bool read_demo(const std::string& body);

// For requests that say everything by their address: no body, or {}.
void read_nothing(const std::string& body);

}  // namespace mpart::serve
