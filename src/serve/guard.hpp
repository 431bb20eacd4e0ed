#pragma once

#include <optional>
#include <string>
#include <vector>

#include "serve/http_server.hpp"

namespace mpart::serve {

// Who may speak to the server. A page of another site that a person has open must not, so Host and
// Origin are checked even on the loopback address; a token is asked for where there is one.
class Guard {
 public:
  struct Options {
    std::string token;               // empty: none is needed
    std::vector<std::string> hosts;  // names by which the server may be called, beside loopback's
  };

  explicit Guard(Options options) : options_(std::move(options)) {}

  // What to answer instead, if the request may not go on. `open_to_all`: without a token.
  // `basic_too`: the token may be the password of HTTP basic authentication.
  std::optional<HttpResponse> refuse(const HttpRequest& request, bool open_to_all,
                                     bool basic_too = false) const;

 private:
  bool knows_host(std::string_view host) const;

  Options options_;
};

// In a time that does not tell how much of it was right.
bool same_secret(std::string_view a, std::string_view b);

// The token in a file that nobody else may read. Throws Error(kBadInput).
std::string read_token(const std::string& path);

}  // namespace mpart::serve
