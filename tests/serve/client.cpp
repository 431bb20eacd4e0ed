#include "serve/client.hpp"

#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

namespace mpart::serve {

namespace asio = boost::asio;
namespace http = boost::beast::http;

Reply call(std::uint16_t port, const std::string& method, const std::string& target,
           const std::string& body, const Headers& headers) {
  asio::io_context context;
  boost::beast::tcp_stream stream(context);
  stream.connect({asio::ip::make_address("127.0.0.1"), port});
  http::request<http::string_body> request(http::string_to_verb(method), target, 11);
  const std::string own = "127.0.0.1:" + std::to_string(port);
  request.set(http::field::host, headers.host.empty() ? own : headers.host);
  if (!headers.origin.empty()) request.set(http::field::origin, headers.origin);
  if (!headers.token.empty()) {
    request.set(http::field::authorization, "Bearer " + headers.token);
  }
  if (!headers.key.empty()) request.set("Idempotency-Key", headers.key);
  if (!body.empty()) request.set(http::field::content_type, headers.type);
  request.body() = body;
  request.prepare_payload();
  http::write(stream, request);
  boost::beast::flat_buffer buffer;
  http::response<http::string_body> response;
  http::read(stream, buffer, response);
  return {response.result_int(), response.body(), std::string(response[http::field::content_type]),
          std::string(response[http::field::allow]), response["Idempotent-Replayed"] == "true"};
}

}  // namespace mpart::serve
