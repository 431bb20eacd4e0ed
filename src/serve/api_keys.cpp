// Requests that carry an Idempotency-Key: sent again, they have no second effect and get the first
// answer.
#include <algorithm>
#include <utility>

#include "mpart/error.hpp"
#include "serve/api.hpp"
#include "wire/limits.hpp"

namespace mpart::serve {

namespace {

void check_key(std::string_view key) {
  const bool is_printable =
      std::all_of(key.begin(), key.end(), [](char c) { return c > ' ' && c <= '~'; });
  if (!key.empty() && key.size() <= wire::kLongestId && is_printable) return;
  throw invalid_argument("Idempotency-Key: 1 to " + std::to_string(wire::kLongestId) +
                         " printable ASCII characters without spaces expected");
}

}  // namespace

// Passes the answer on, and remembers it for the key.
class Api::RememberingReply : public HttpReply {
 public:
  RememberingReply(Api& api, std::shared_ptr<HttpReply> reply, std::string key,
                   std::uint64_t fingerprint)
      : api_(api), reply_(std::move(reply)), key_(std::move(key)), fingerprint_(fingerprint) {
    api_.keys_under_way_.insert(key_);
  }
  ~RememberingReply() override { api_.keys_under_way_.erase(key_); }
  RememberingReply(const RememberingReply&) = delete;
  RememberingReply& operator=(const RememberingReply&) = delete;

  void send(HttpResponse response) override {
    WriteBehind& disk = api_.engine_.disk();
    if (response.status < 300) {
      disk.remember(key_, record(response.status, response.body), false);
    } else if (response.problem && disk.requests().find(key_) != nullptr) {
      disk.remember(key_, record(response.status, response.problem->detail), false);
    }
    reply_->send(std::move(response));
  }

  std::shared_ptr<EventStream> stream() override { return reply_->stream(); }

  void note_effect(const std::string& body) override {
    api_.engine_.disk().remember(key_, record(body.empty() ? 0 : 200, body), true);
  }

 private:
  RequestLog::Record record(int status, std::string body) const {
    return {fingerprint_, static_cast<std::uint16_t>(status), "application/json", std::move(body)};
  }

  Api& api_;
  std::shared_ptr<HttpReply> reply_;
  std::string key_;
  std::uint64_t fingerprint_;
};

Response Api::respond_once(const Route<Api>& route, Call& call) {
  const std::string& key = *call.request.idempotency_key;
  check_key(key);
  const std::uint64_t fingerprint = RequestLog::fingerprint_of(call.path, call.request.body);
  const RequestLog::Record* known = engine_.disk().requests().find(key);
  if (known != nullptr && known->fingerprint != fingerprint) {
    return refusal_response(422, "this Idempotency-Key came with another request before");
  }
  if (keys_under_way_.contains(key)) {
    HttpResponse response =
        refusal_response(409, "a request with this Idempotency-Key is under way");
    response.headers.emplace_back("Retry-After", "1");
    return response;
  }
  if (known != nullptr) return repeat(*known, route, call);
  call.reply = std::make_shared<RememberingReply>(*this, std::move(call.reply), key, fingerprint);
  return (this->*route.answer)(call);
}

Response Api::repeat(const RequestLog::Record& known, const Route<Api>& route, Call& call) {
  Response response;
  if (known.status >= 400) {
    response = problem_response(ErrorKind::kConflict, known.body);
  } else if (!known.body.empty()) {
    response = HttpResponse{known.status, "application/json", known.body};
  } else {
    response = present_answer(route, call);
  }
  if (response) response->headers.emplace_back("Idempotent-Replayed", "true");
  return response;
}

// The effect of the request is on disk and its answer is not: the server was killed before it could
// be given, or it was too long to keep.
Response Api::present_answer(const Route<Api>& route, Call& call) {
  if (route.answer == &Api::post_answers) return present_results(call);
  if (route.answer == &Api::post_label || route.answer == &Api::post_skip) return get_query(call);
  if (route.answer == &Api::post_budget) return get_budget(call);
  throw conflict("a request with this Idempotency-Key was learned before; its answer is not kept");
}

}  // namespace mpart::serve
