#include "serve/guard.hpp"

#include <sys/stat.h>

#include <algorithm>

#include "mpart/error.hpp"
#include "serve/http_json.hpp"
#include "util/atomic_file.hpp"
#include "util/base64.hpp"
#include "util/sanitize_text.hpp"

namespace mpart::serve {

namespace {

constexpr std::size_t kShownHost = 100;

std::string_view without_port(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  const bool has_port = colon != std::string_view::npos && host.find(']', colon) == host.npos;
  return has_port ? host.substr(0, colon) : host;
}

// Another site cannot make a browser send an address as Host: it would have to be that address.
bool is_address(std::string_view name) {
  if (name.starts_with('[')) return name.ends_with(']');
  return !name.empty() && std::all_of(name.begin(), name.end(),
                                      [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

// A file of root's that root's group may read is not open to others. Since systemd 254 credentials
// of a service (LoadCredential=) look like that: the service itself is in an access control list.
bool is_open_to_others(const struct stat& info) {
  const bool is_roots = info.st_uid == 0 && info.st_gid == 0;
  const mode_t group = is_roots ? S_IWGRP | S_IXGRP : S_IRWXG;
  return (info.st_mode & (group | S_IRWXO)) != 0;
}

}  // namespace

Guard::Guard(std::string token, std::vector<std::string> hosts)
    : token_(std::move(token)), hosts_(std::move(hosts)) {}

std::optional<HttpResponse> Guard::refuse(const HttpRequest& request, Access access, Time now) {
  if (access == Access::kProbe) return std::nullopt;
  if (!knows_host(request.host)) {
    return refusal_response(403,
                            "the server is not known by this host name; start it with --host " +
                                sanitize_text(without_port(request.host), kShownHost));
  }
  const bool same_origin = request.origin.empty() || request.origin == "http://" + request.host ||
                           request.origin == "https://" + request.host;
  if (!same_origin) return refusal_response(403, "requests from other sites are not allowed");
  if (token_.empty() || access == Access::kEverybody) return std::nullopt;
  if (knows_token(request.authorization, access)) return std::nullopt;
  return refuse_token(request, now);
}

HttpResponse Guard::refuse_token(const HttpRequest& request, Time now) {
  const bool is_missing = request.authorization.empty();
  if (!is_missing) ++refused_tokens_;
  if (!is_missing && !is_patient(request.client, now)) {
    HttpResponse response = refusal_response(429, "too many wrong tokens");
    response.headers.emplace_back("Retry-After", "1");
    return response;
  }
  HttpResponse response =
      refusal_response(401, is_missing ? "a token is needed" : "the token is wrong");
  response.headers.emplace_back("WWW-Authenticate", "Bearer realm=\"mpart\"");
  return response;
}

// The right token is always taken, or one client could lock out all that share its address.
bool Guard::is_patient(const std::string& client, Time now) {
  constexpr double kAtOnce = 10;
  constexpr std::size_t kMostAddresses = 10000;
  if (patience_.size() >= kMostAddresses) patience_.clear();
  const auto [known, is_new] = patience_.try_emplace(client, Patience{kAtOnce, now});
  Patience& patience = known->second;
  const std::chrono::duration<double> passed = now - patience.since;
  patience = {std::min(kAtOnce, patience.left + passed.count()), now};
  if (patience.left < 1) return false;
  patience.left -= 1;
  return true;
}

bool Guard::knows_token(std::string_view authorization, Access access) const {
  constexpr std::string_view kBearer = "Bearer ";
  if (authorization.starts_with(kBearer)) {
    return same_secret(authorization.substr(kBearer.size()), token_);
  }
  return access == Access::kTokenOrPassword && same_secret(basic_password(authorization), token_);
}

bool Guard::knows_host(std::string_view host) const {
  const std::string_view name = without_port(host);
  if (name == "localhost" || is_address(name)) return true;
  if (hosts_.empty()) return !token_.empty();
  return std::find(hosts_.begin(), hosts_.end(), name) != hosts_.end();
}

bool same_secret(std::string_view a, std::string_view b) {
  unsigned different = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    different |= static_cast<unsigned char>(a[i] ^ b[b.empty() ? 0 : i % b.size()]);
  }
  return different == 0;
}

std::string basic_password(std::string_view authorization) {
  constexpr std::string_view kBasic = "Basic ";
  if (!authorization.starts_with(kBasic)) return {};
  const std::string pair = from_base64(authorization.substr(kBasic.size())).value_or("");
  const std::size_t colon = pair.find(':');
  return colon == std::string::npos ? std::string() : pair.substr(colon + 1);
}

std::string read_token(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) == 0 && is_open_to_others(info)) {
    throw invalid_data(path + ": others may read it; chmod 600 it first");
  }
  std::string token = read_file(path);
  while (!token.empty() && (token.back() == '\n' || token.back() == '\r')) token.pop_back();
  constexpr std::size_t kShortest = 16;
  if (token.size() < kShortest) {
    throw invalid_data(path + ": a token has at least 16 characters");
  }
  return token;
}

}  // namespace mpart::serve
