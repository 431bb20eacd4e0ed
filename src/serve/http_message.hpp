#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "util/non_copyable.hpp"

// What passes between HttpServer and whoever answers.
namespace mpart::serve {

struct HttpRequest {
  std::string method;
  std::string target;  // path and query string, as they were sent
  std::string host, origin, authorization, content_type, content_encoding, accept, accept_encoding,
      if_none_match;
  std::optional<std::string> idempotency_key;  // nothing: there is no such header
  std::string client;                          // its IP address
  std::string id;         // of this request: the client's own, or one that was made up
  bool has_body = false;  // one follows the header
  std::string body;
};

// What is wrong (RFC 9457).
struct Problem {
  std::string_view title;  // must live for ever
  std::string detail;
};

struct HttpResponse {
  int status = 200;
  std::string_view content_type = "application/json";  // must live for ever: a literal, an asset
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers{};
  std::shared_ptr<const std::string> shared{};  // instead of `body`: many clients get the same one
  std::optional<Problem> problem{};  // instead of `body`: it is written with the request's id
};

// Server-sent events to one client. Whoever has events to send keeps it.
class EventStream : private NonCopyable {
 public:
  using Text = std::shared_ptr<const std::string>;  // many clients get the same one
  virtual ~EventStream() = default;
  // False if the client is gone, or so slow that it was given up.
  virtual bool send(Text text) = 0;
};

// The answer to one request. One of its functions is to be called once, at any later time, in the
// server's thread.
class HttpReply : private NonCopyable {
 public:
  virtual ~HttpReply() = default;
  virtual void send(HttpResponse response) = 0;
  virtual std::shared_ptr<EventStream> stream() = 0;
  // What the request does is about to be written to disk, in this turn of the io_context; `body` is
  // what will be answered, if it is known already. For requests that may be repeated.
  virtual void note_effect(const std::string& /*body*/) {}
};

// Takes a body line by line, however long it is, and answers as it goes.
class LineReader : private NonCopyable {
 public:
  using Then = std::function<void(const std::string& answers)>;
  virtual ~LineReader() = default;
  // Some whole lines, each with its newline; the last one of a body may have none. `then` is called
  // once, at any later time, in the server's thread; no more lines come before it.
  virtual void read(std::string lines, Then then) = 0;
};

// What is decided by a request's header alone.
struct Admission {
  std::optional<HttpResponse> refused{};  // the body is not read then
  std::string_view route = "none";        // for metrics and the log; must live for ever
  std::size_t most_body_bytes = 0;
  bool by_lines = false;    // HttpHandler::open_lines() is called instead of answer()
  bool deprecated = false;  // the answer says so
};

// A request that was answered, or refused.
struct Exchange {
  std::string_view method, target, route, client, id;
  int status = 0;
  double seconds = 0;                  // from the whole request to its answer
  std::size_t received = 0, sent = 0;  // bytes of the bodies
};

// Whoever answers. Everything is called in the server's one thread.
class HttpHandler : private NonCopyable {
 public:
  virtual ~HttpHandler() = default;
  virtual Admission admit(const HttpRequest& header) = 0;
  virtual void answer(HttpRequest&& request, std::shared_ptr<HttpReply> reply) = 0;
  virtual std::shared_ptr<LineReader> open_lines(const HttpRequest& request) = 0;
  virtual void answered(const Exchange& exchange) = 0;
};

}  // namespace mpart::serve
