#include "serve/http_server.hpp"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <deque>
#include <optional>
#include <unordered_set>

#include "mpart/error.hpp"

namespace mpart::serve {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using tcp = asio::ip::tcp;
using Clock = std::chrono::steady_clock;
// Bound to this kind of executor, so that nothing is called through a table.
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<tcp, Executor>;

namespace {

class Connection;

}  // namespace

class HttpServer::State : public std::enable_shared_from_this<HttpServer::State> {
 public:
  State(asio::io_context& context, HttpLimits limits, Handler handler)
      : limits_(limits),
        handler_(std::move(handler)),
        acceptor_(context),
        pause_(context),
        sweep_(context) {}

  void listen(const std::string& address, std::uint16_t port) {
    const std::string where = address + ":" + std::to_string(port);
    error_code error;
    const auto ip = asio::ip::make_address(address, error);
    if (error) throw Error(ErrorKind::kBadInput, where + ": not an IP address");
    const tcp::endpoint endpoint(ip, port);
    acceptor_.open(endpoint.protocol());
    acceptor_.set_option(asio::socket_base::reuse_address(true));
    acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) throw Error(ErrorKind::kBadInput, where + ": " + error.message());
  }

  void accept();
  void sweep();
  void stop();
  void remove(Connection* connection) { connections_.erase(connection); }
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  std::size_t connections() const { return connections_.size(); }
  const HttpLimits& limits() const { return limits_; }
  const Handler& handler() const { return handler_; }

 private:
  void accepted(error_code error, Socket socket);

  HttpLimits limits_;
  Handler handler_;
  asio::basic_socket_acceptor<tcp, Executor> acceptor_;
  asio::steady_timer pause_, sweep_;
  std::unordered_set<Connection*> connections_;
};

namespace {

using Parser = http::request_parser<http::string_body>;

// One client: a request, its answer, the next request. Beast reads the requests; answers are so
// plain that they are written as text.
class Connection : public HttpReply,
                   public EventStream,
                   public std::enable_shared_from_this<Connection> {
 public:
  Connection(Socket socket, std::shared_ptr<HttpServer::State> server)
      : socket_(std::move(socket)), server_(std::move(server)) {}
  ~Connection() override { server_->remove(this); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void wait_for_request() {
    expires_after(server_->limits().idle_seconds);
    receive([](Connection& self) { self.begin_request(); });
  }

  void send(HttpResponse response) override {
    text_ = "HTTP/1.1 ";
    text_ += std::to_string(response.status) + ' ';
    text_ += std::string(http::obsolete_reason(static_cast<http::status>(response.status)));
    add_header("Content-Type", response.content_type);
    add_header("X-Content-Type-Options", "nosniff");
    bool may_be_kept = false;
    for (const auto& [name, value] : response.headers) {
      add_header(name, value);
      may_be_kept = may_be_kept || name == "Cache-Control";
    }
    if (!may_be_kept) add_header("Cache-Control", "no-store");
    if (!keep_alive_) add_header("Connection", "close");
    const bool has_body = response.status != 204 && response.status != 304;
    if (has_body) add_header("Content-Length", std::to_string(response.body.size()));
    text_ += "\r\n\r\n";
    if (has_body && !head_only_) text_ += response.body;
    write();
  }

  std::shared_ptr<EventStream> stream() override {
    expires_never();
    unsent_.emplace_back(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
        "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n");
    unsent_bytes_ = unsent_.back().size();
    write_events();
    watch_for_the_end();
    return shared_from_this();
  }

  bool send(std::string_view text) override {
    if (closed_) return false;
    if (unsent_bytes_ + text.size() > server_->limits().unsent_event_bytes) {
      close();
      return false;
    }
    unsent_.emplace_back(text);
    unsent_bytes_ += text.size();
    if (unsent_.size() == 1) write_events();
    return true;
  }

  void close() {
    closed_ = true;
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_both, ignored);
    socket_.close(ignored);
  }

  bool expired(Clock::time_point now) const { return now > deadline_; }

 private:
  static constexpr std::size_t kLeastBytes = 1024;
  static constexpr std::size_t kMostBytes = 64 << 10;  // at a time

  void expires_after(std::uint32_t seconds) {
    deadline_ = Clock::now() + std::chrono::seconds(seconds);
  }
  void expires_never() { deadline_ = Clock::time_point::max(); }

  // Most answers fit into the socket's buffer; the rest of the others waits for its turn.
  void write() {
    error_code error;
    const std::size_t sent = socket_.write_some(asio::buffer(text_), error);
    if (!error && sent == text_.size()) return have_written();
    if (error && error != asio::error::would_block) return close();
    expires_after(server_->limits().request_seconds);
    asio::async_write(socket_, asio::buffer(text_) + sent,
                      [self = shared_from_this()](error_code failed, std::size_t /*bytes*/) {
                        if (failed) return self->close();
                        self->have_written();
                      });
  }

  void have_written() {
    if (text_.capacity() > kMostBytes) text_ = {};
    if (!keep_alive_) return close();
    if (buffer_.size() == 0) return wait_for_request();
    // Another request has come with the last: not from within its answer.
    asio::post(socket_.get_executor(), [self = shared_from_this()] { self->begin_request(); });
  }

  void receive(void (*then)(Connection&)) {
    const std::size_t room = std::clamp(2 * buffer_.capacity(), kLeastBytes, kMostBytes);
    socket_.async_read_some(buffer_.prepare(room),
                            [self = shared_from_this(), then](error_code error, std::size_t bytes) {
                              if (error) return self->close();
                              self->buffer_.commit(bytes);
                              then(*self);
                            });
  }

  void begin_request() {
    parser_.emplace();
    parser_->eager(true);
    parser_->header_limit(static_cast<std::uint32_t>(server_->limits().header_bytes));
    parser_->body_limit(server_->limits().body_bytes);
    expires_after(server_->limits().request_seconds);
    parse();
  }

  void parse() {
    error_code error;
    while (!error && !parser_->is_done() && buffer_.size() > 0) {
      buffer_.consume(parser_->put(buffer_.data(), error));
    }
    const bool more = error == http::error::need_more || (!error && !parser_->is_done());
    if (more) return receive([](Connection& self) { self.parse(); });
    have_read(error);
  }

  void have_read(error_code error) {
    if (error == http::error::body_limit) return refuse(413, "the body is too large");
    if (error == http::error::header_limit) return refuse(431, "the header is too large");
    if (error) return refuse(400, "not HTTP");
    auto message = parser_->release();
    parser_.reset();
    keep_alive_ = message.keep_alive();
    head_only_ = message.method() == http::verb::head;
    HttpRequest request;
    request.method = std::string(message.method_string());
    request.target = std::string(message.target());
    request.host = std::string(message[http::field::host]);
    request.origin = std::string(message[http::field::origin]);
    request.authorization = std::string(message[http::field::authorization]);
    request.content_type = std::string(message[http::field::content_type]);
    request.body = std::move(message.body());
    expires_never();  // the answer may have to wait for the disk
    server_->handler()(std::move(request), shared_from_this());
  }

  void refuse(int status, const char* why) {
    keep_alive_ = false;
    send(
        HttpResponse{status, "application/json", R"({"error":")" + std::string(why) + R"("})", {}});
  }

  void write_events() {
    asio::async_write(socket_, asio::buffer(unsent_.front()),
                      [self = shared_from_this()](error_code error, std::size_t bytes) {
                        if (error) return self->close();
                        self->unsent_bytes_ -= bytes;
                        self->unsent_.pop_front();
                        if (!self->unsent_.empty()) self->write_events();
                      });
  }

  // A client that listens says nothing more: what comes is its end.
  void watch_for_the_end() {
    buffer_.clear();
    receive([](Connection& self) { self.watch_for_the_end(); });
  }

  void add_header(std::string_view name, std::string_view value) {
    text_.append("\r\n").append(name).append(": ").append(value);
  }

  Socket socket_;
  Clock::time_point deadline_ = Clock::time_point::max();
  std::shared_ptr<HttpServer::State> server_;
  beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  bool keep_alive_ = true;
  bool head_only_ = false;
  bool closed_ = false;
  std::string text_;                // of the answer that is being written
  std::deque<std::string> unsent_;  // events
  std::size_t unsent_bytes_ = 0;
};

}  // namespace

void HttpServer::State::accept() {
  acceptor_.async_accept([self = shared_from_this()](error_code error, Socket socket) {
    self->accepted(error, std::move(socket));
  });
}

void HttpServer::State::accepted(error_code error, Socket socket) {
  if (error == asio::error::operation_aborted) return;
  if (error) {  // no file descriptors left, say: others may close some
    pause_.expires_after(std::chrono::milliseconds(100));
    pause_.async_wait([self = shared_from_this()](error_code stopped) {
      if (!stopped) self->accept();
    });
    return;
  }
  if (connections_.size() < limits_.connections) {
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    socket.non_blocking(true, ignored);
    auto connection = std::make_shared<Connection>(std::move(socket), shared_from_this());
    connections_.insert(connection.get());
    connection->wait_for_request();
  }
  accept();
}

// Closes whoever takes too long, to a second. A timer for each would cost more than the answers.
void HttpServer::State::sweep() {
  for (Connection* connection : connections_) {
    if (connection->expired(Clock::now())) connection->close();
  }
  sweep_.expires_after(std::chrono::seconds(1));
  sweep_.async_wait([self = shared_from_this()](error_code stopped) {
    if (!stopped) self->sweep();
  });
}

void HttpServer::State::stop() {
  error_code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
  sweep_.cancel();
  for (Connection* connection : connections_) connection->close();
}

HttpServer::HttpServer(asio::io_context& context, const std::string& address, std::uint16_t port,
                       HttpLimits limits, Handler handler)
    : state_(std::make_shared<State>(context, limits, std::move(handler))) {
  state_->listen(address, port);
  state_->accept();
  state_->sweep();
}

HttpServer::~HttpServer() {
  try {
    stop();
  } catch (const boost::system::system_error&) {  // nobody is left to be told
    return;
  }
}

std::uint16_t HttpServer::port() const { return state_->port(); }
std::size_t HttpServer::connections() const { return state_->connections(); }
void HttpServer::stop() { state_->stop(); }

}  // namespace mpart::serve
