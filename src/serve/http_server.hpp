#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace boost::asio {
class io_context;
}

namespace mpart::serve {

struct HttpRequest {
  std::string method;
  std::string target;  // as it was sent, with the query string
  std::string host, origin, authorization, content_type;
  std::string body;
};

struct HttpResponse {
  int status = 200;
  std::string_view content_type = "application/json";  // of a kind that is always there
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
};

// Server-sent events to one client. Kept by whoever has events to send.
class EventStream {
 public:
  virtual ~EventStream() = default;
  // False if the client is gone, or so slow that it was given up.
  virtual bool send(std::string_view text) = 0;
};

// How to answer one request: once, by one of these, at any later time, in the server's thread.
class HttpReply {
 public:
  virtual ~HttpReply() = default;
  virtual void send(HttpResponse response) = 0;
  virtual std::shared_ptr<EventStream> stream() = 0;
};

struct HttpLimits {
  std::size_t header_bytes = 8 << 10;
  std::size_t body_bytes = 16 << 20;
  std::size_t connections = 20000;
  std::uint32_t request_seconds = 30;  // from its first byte to its last
  std::uint32_t idle_seconds = 300;    // between two requests
  std::size_t unsent_event_bytes = 1 << 20;
};

// HTTP/1.1 in one thread: that of the io_context.
class HttpServer {
 public:
  using Handler = std::function<void(HttpRequest, std::shared_ptr<HttpReply>)>;

  // Listens from now on; port 0 is any free one. Throws Error(kBadInput) naming the address.
  HttpServer(boost::asio::io_context& context, const std::string& address, std::uint16_t port,
             HttpLimits limits, Handler handler);
  ~HttpServer();  // stops

  std::uint16_t port() const;
  std::size_t connections() const;
  void stop();  // no new connections; those that are there are closed

  class State;

 private:
  std::shared_ptr<State> state_;
};

}  // namespace mpart::serve
