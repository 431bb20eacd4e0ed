#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace mpart::serve {

struct Reply {
  unsigned status = 0;
  std::string body;
  std::string type;
  std::string allow;
  bool replayed = false;  // Idempotent-Replayed
  nlohmann::json json() const { return nlohmann::json::parse(body); }
};

struct Headers {
  std::string host{}, origin{}, token{}, type = "application/json", key{};
};

// One request on a connection of its own. Throws std::exception if the connection breaks.
Reply call(std::uint16_t port, const std::string& method, const std::string& target,
           const std::string& body = "", const Headers& headers = {});

}  // namespace mpart::serve
