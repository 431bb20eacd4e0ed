#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/http_message.hpp"

namespace mpart::serve {

// What a route asks for, if the server has a token.
enum class Access {
  kToken,            // Authorization: Bearer TOKEN
  kTokenOrPassword,  // or the token as the password of HTTP basic authentication
  kEverybody,        // nothing
  kProbe,            // nothing, and by any host name: it tells nothing and changes nothing
};

// Decides by a request's header who may speak to the server. A page of another site that a person
// has open must not, so Host and Origin are checked even on the loopback address.
class Guard {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // `token`: empty if none is needed. `hosts`: names by which the server may be called, beside
  // localhost and addresses; with a token and no names any will do, because a page that was led
  // here by a name of its own does not know the token.
  explicit Guard(std::string token = {}, std::vector<std::string> hosts = {});

  // What to answer instead, if the request may not go on.
  std::optional<HttpResponse> refuse(const HttpRequest& request, Access access, Time now);

  std::uint64_t refused_tokens() const { return refused_tokens_; }

 private:
  // Wrong tokens of an address: so many may come at once, and one more a second.
  struct Patience {
    double left = 0;
    Time since;
  };

  bool knows_host(std::string_view host) const;
  bool knows_token(std::string_view authorization, Access access) const;
  HttpResponse refuse_token(const HttpRequest& request, Time now);
  bool is_patient(const std::string& client, Time now);

  std::string token_;
  std::vector<std::string> hosts_;
  std::map<std::string, Patience> patience_;  // by address
  std::uint64_t refused_tokens_ = 0;
};

// Compares in a time that does not tell how much of `a` was right.
bool same_secret(std::string_view a, std::string_view b);

// The password in an Authorization header of HTTP basic authentication (RFC 7617), whoever the user
// is; empty if the header is none.
std::string basic_password(std::string_view authorization);

// Reads a token of at least 16 characters from a file that nobody else may read. Throws
// Error(kInvalidData).
std::string read_token(const std::string& path);

}  // namespace mpart::serve
