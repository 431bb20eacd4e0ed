#pragma once

#include <algorithm>
#include <memory>
#include <string_view>

#include "serve/api.hpp"

namespace mpart::serve {

// A request, taken apart.
struct Api::Call {
  HttpRequest request;
  std::string_view path{}, query{};
  std::shared_ptr<HttpReply> reply{};
  QueryId id = 0;  // for a route with {id}

  // The value of a key in the query string.
  std::string_view parameter(std::string_view key) const {
    for (std::size_t at = 0; at < query.size();) {
      const std::size_t end = std::min(query.find('&', at), query.size());
      const std::string_view pair = query.substr(at, end - at);
      if (pair.substr(0, key.size()) == key && pair.size() > key.size() &&
          pair[key.size()] == '=') {
        return pair.substr(key.size() + 1);
      }
      at = end + 1;
    }
    return {};
  }
};

}  // namespace mpart::serve
