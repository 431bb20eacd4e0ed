#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "serve/http_message.hpp"

namespace boost::asio {
class io_context;
}

namespace mpart::serve {

// Files in PEM form; both or none.
struct TlsFiles {
  std::string certificate, key;
};

// HTTP/1.1, with TLS if there is a certificate. Everything happens in the io_context's one thread.
// Whatever a client does, the memory that it holds has a bound: http_connection.cpp has the limits.
class HttpServer {
 public:
  struct Options {
    std::string address;
    std::uint16_t port = 0;  // 0: any free one
    TlsFiles tls{};
  };

  // Listens from now on. Throws an Error that names the address or the file: kInvalidArgument if it
  // is none, kUnavailable if it is in use, say. `handler` must outlive the server.
  HttpServer(boost::asio::io_context& context, const Options& options, HttpHandler& handler);
  ~HttpServer();  // stops

  std::uint16_t port() const;
  std::size_t connections() const;

  // Reads the certificate again, for connections that come from now on. Throws Error and goes on
  // with the old one if the files are no good.
  void renew_certificate();

  // Answers the requests that have begun, refuses others with 503, and calls `then` when all are
  // answered or `most` has passed. Event streams are ended at once.
  void drain(std::chrono::seconds most, std::function<void()> then);

  void stop();  // no new connections; those that are there are closed

  class State;

 private:
  std::shared_ptr<State> state_;
};

}  // namespace mpart::serve
