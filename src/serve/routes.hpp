#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "mpart/types.hpp"
#include "serve/guard.hpp"
#include "serve/http_message.hpp"

// Tables of routes: which function answers which method and path.
namespace mpart::serve {

// What a request asks for, in views of its target.
struct Address {
  explicit Address(std::string_view target = {});

  std::string_view path, query;
  bool is_versioned = false;  // the path was below /v1, which is no longer part of it
  QueryId id = 0;             // what {id} stands for in the route's pattern
};

// A request that is being answered.
struct Call : Address {
  Call(HttpRequest&& received, std::shared_ptr<HttpReply> answer)
      : request(std::move(received)), reply(std::move(answer)) {
    static_cast<Address&>(*this) = Address(request.target);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  HttpRequest request;
  std::shared_ptr<HttpReply> reply;
};

using Response = std::optional<HttpResponse>;  // nothing: it is sent by the call's reply, later

inline constexpr std::size_t kSmallBody = std::size_t{64} << 10;
inline constexpr std::size_t kAnswersBody = std::size_t{1} << 20;
inline constexpr std::size_t kTasksBody = std::size_t{4} << 20;     // of a labelling tool
inline constexpr std::size_t kSamplesBody = std::size_t{24} << 20;  // a large photo, in base64

// A row of a table whose functions are members of Owner.
template <typename Owner>
struct Route {  // NOLINT(clang-analyzer-optin.performance.Padding): in the order of the tables
  std::string_view method, pattern;  // {id} stands for a number from 1 on
  Response (Owner::*answer)(Call&);
  Access access = Access::kToken;
  std::size_t most_body_bytes = kSmallBody;
  bool by_lines = false;          // the body may be lines of JSON
  bool by_key = false;            // an Idempotency-Key is heeded
  std::string_view parameters{};  // that its query string may have, with spaces between
};

// What the tables have for a path, whatever the method is.
struct PathMatch {
  std::string_view pattern;  // empty: no table has it
  std::string methods;       // "GET, HEAD, PUT"
  Access access = Access::kToken;
};

// The number that a text is, with nothing before or after it.
std::optional<std::uint64_t> whole_number(std::string_view text);

// Does the pattern describe the path? Sets `id` if it has one.
bool matches(std::string_view pattern, std::string_view path, QueryId& id);

// HEAD is answered as GET is, without the body.
bool answers_method(std::string_view route, std::string_view method);

// The row that answers the method at the address; null if there is none. `match` gathers what other
// rows have for the path.
template <typename Owner>
const Route<Owner>* find_route(std::span<const Route<Owner>> table, std::string_view method,
                               Address& address, PathMatch& match) {
  for (const Route<Owner>& route : table) {
    if (!matches(route.pattern, address.path, address.id)) continue;
    match.pattern = route.pattern;
    match.access = route.access;
    if (answers_method(route.method, method)) return &route;
    match.methods += (match.methods.empty() ? "" : ", ") + std::string(route.method);
    if (route.method == "GET") match.methods += ", HEAD";
  }
  return nullptr;
}

}  // namespace mpart::serve
