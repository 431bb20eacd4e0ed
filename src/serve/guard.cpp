#include "serve/guard.hpp"

#include <sys/stat.h>

#include <algorithm>

#include "mpart/error.hpp"
#include "serve/basic_auth.hpp"
#include "util/atomic_file.hpp"

namespace mpart::serve {

namespace {

HttpResponse refusal(int status, const std::string& why) {
  return {status, "application/json", R"({"error":")" + why + R"("})", {}};
}

std::string_view without_port(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  const bool has_port = colon != std::string_view::npos && host.find(']', colon) == host.npos;
  return has_port ? host.substr(0, colon) : host;
}

bool has_body(const HttpRequest& request) {
  return request.method == "POST" || request.method == "PUT";
}

bool is_json(std::string_view type) {
  constexpr std::string_view kJson = "application/json";
  return type.substr(0, kJson.size()) == kJson &&
         (type.size() == kJson.size() || type[kJson.size()] == ';' || type[kJson.size()] == ' ');
}

}  // namespace

std::optional<HttpResponse> Guard::refuse(const HttpRequest& request, bool open_to_all,
                                          bool basic_too) const {
  if (!knows_host(request.host)) return refusal(403, "this host name is not served here");
  const bool same_origin = request.origin.empty() || request.origin == "http://" + request.host ||
                           request.origin == "https://" + request.host;
  if (!same_origin) return refusal(403, "requests from other sites are not allowed");
  if (!options_.token.empty() && !open_to_all) {
    constexpr std::string_view kBearer = "Bearer ";
    const std::string_view given = request.authorization;
    if (given.empty()) return refusal(403, "a token is needed");
    const bool bearer = given.substr(0, kBearer.size()) == kBearer &&
                        same_secret(given.substr(kBearer.size()), options_.token);
    if (!bearer && !(basic_too && same_secret(basic_password(given), options_.token))) {
      return refusal(403, "the token is wrong");
    }
  }
  if (has_body(request) && !request.body.empty() && !is_json(request.content_type)) {
    return refusal(415, "Content-Type: application/json is needed");
  }
  return std::nullopt;
}

bool Guard::knows_host(std::string_view host) const {
  const std::string_view name = without_port(host);
  return name == "localhost" || name == "127.0.0.1" || name == "[::1]" ||
         std::find(options_.hosts.begin(), options_.hosts.end(), name) != options_.hosts.end();
}

bool same_secret(std::string_view a, std::string_view b) {
  unsigned different = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    different |= static_cast<unsigned char>(a[i] ^ b[b.empty() ? 0 : i % b.size()]);
  }
  return different == 0;
}

std::string read_token(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) == 0 && (info.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    throw Error(ErrorKind::kBadInput, path + ": others may read it; chmod 600 it first");
  }
  std::string token = read_file(path);
  while (!token.empty() && (token.back() == '\n' || token.back() == '\r')) token.pop_back();
  constexpr std::size_t kShortest = 16;
  if (token.size() < kShortest) {
    throw Error(ErrorKind::kBadInput, path + ": a token has at least 16 characters");
  }
  return token;
}

}  // namespace mpart::serve
