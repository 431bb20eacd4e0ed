#include "serve/http_server.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <random>
#include <unordered_set>
#include <utility>
#include <vector>

#include "mpart/error.hpp"
#include "serve/http_connection.hpp"

namespace mpart::serve {

namespace asio = boost::asio;
using boost::system::error_code;
using tcp = asio::ip::tcp;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t kMostConnections = 20000;
constexpr std::size_t kMostTlsConnections =
    500;  // each has 100 KB of buffers, OpenSSL's and Asio's
constexpr std::size_t kMostBodyBytes = std::size_t{32} << 20;  // of all connections together
constexpr std::chrono::seconds kBetweenSweeps(1);
constexpr std::chrono::milliseconds kBetweenDrainSweeps(20);
// So long a client that has not heard of the stop may begin a request, and hears of it.
constexpr std::chrono::milliseconds kDrainGrace(250);

// Every connection is a file, and the state needs some, too.
std::size_t most_connections(bool with_tls) {
  constexpr rlim_t kOtherFiles = 64;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur <= 2 * kOtherFiles) return 64;
  return std::min<std::size_t>(with_tls ? kMostTlsConnections : kMostConnections,
                               limit.rlim_cur - kOtherFiles);
}

std::shared_ptr<asio::ssl::context> read_certificate(const TlsFiles& files) {
  if (files.certificate.empty() && files.key.empty()) return nullptr;
  if (files.certificate.empty() || files.key.empty()) {
    throw invalid_argument("TLS needs both a certificate and its key");
  }
  auto context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_server);
  error_code error;
  const auto require = [&error](const std::string& path) {
    if (error) throw invalid_data(path + ": " + error.message());
  };
  context->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                       asio::ssl::context::no_tlsv1_1);
  context->use_certificate_chain_file(files.certificate, error);
  require(files.certificate);
  context->use_private_key_file(files.key, asio::ssl::context::pem, error);
  require(files.key);
  return context;
}

std::string random_prefix() {
  constexpr std::string_view kLetters = "abcdefghijkmnpqrstuvwxyz23456789";
  constexpr std::size_t kLength = 8;
  std::random_device device;
  std::string prefix;
  for (std::size_t i = 0; i < kLength; ++i) prefix += kLetters[device() % kLetters.size()];
  return prefix + '-';
}

}  // namespace

class HttpServer::State : public ConnectionOwner, public std::enable_shared_from_this<State> {
 public:
  State(asio::io_context& context, const Options& options, HttpHandler& handler)
      : handler_(handler),
        tls_files_(options.tls),
        tls_(read_certificate(options.tls)),
        acceptor_(context),
        pause_(context),
        sweep_(context) {}

  void listen(const std::string& address, std::uint16_t port);
  void accept();
  void sweep();
  void drain(std::chrono::seconds most, std::function<void()> then);
  void stop();
  void renew_certificate() { tls_ = read_certificate(tls_files_); }
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  std::size_t connections() const { return connections_.size(); }

  HttpHandler& handler() override { return handler_; }
  bool draining() const override { return draining_; }
  std::string new_request_id() override { return id_prefix_ + std::to_string(++last_id_); }
  void remove(HttpConnection* connection) override { connections_.erase(connection); }
  void queue_handshake(std::shared_ptr<HttpConnection> connection) override;
  void hold(std::size_t before, std::size_t now) override;

 private:
  void accepted(const error_code& error, Socket socket);
  void begin_next_handshake();
  void close_longest_idle();
  void close_expired(Clock::time_point now);
  bool drained(Clock::time_point now);

  HttpHandler& handler_;
  TlsFiles tls_files_;
  std::shared_ptr<asio::ssl::context> tls_;
  asio::basic_socket_acceptor<tcp, asio::io_context::executor_type> acceptor_;
  asio::steady_timer pause_, sweep_;
  std::unordered_set<HttpConnection*> connections_;
  std::size_t most_connections_ = most_connections(tls_ != nullptr);
  std::size_t held_ = 0;                                     // bytes of bodies
  std::vector<std::shared_ptr<HttpConnection>> handshakes_;  // that wait for their turn
  bool shaking_hands_ = false;

  bool draining_ = false;
  Clock::time_point drain_since_, drain_until_;
  std::function<void()> when_drained_;

  std::string id_prefix_ = random_prefix();
  std::uint64_t last_id_ = 0;
};

void HttpServer::State::listen(const std::string& address, std::uint16_t port) {
  const std::string where = address + ":" + std::to_string(port);
  error_code error;
  const auto ip = asio::ip::make_address(address, error);
  if (error) throw invalid_argument(where + ": not an IP address");
  const tcp::endpoint endpoint(ip, port);
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (error) throw unavailable(where + ": " + error.message());
}

void HttpServer::State::accept() {
  acceptor_.async_accept([self = shared_from_this()](const error_code& error, Socket socket) {
    self->accepted(error, std::move(socket));
  });
}

void HttpServer::State::accepted(const error_code& error, Socket socket) {
  if (error == asio::error::operation_aborted) return;
  if (error) {  // no file descriptors left, say: others may close some
    pause_.expires_after(std::chrono::milliseconds(100));
    pause_.async_wait([self = shared_from_this()](const error_code& stopped) {
      if (!stopped) self->accept();
    });
    return;
  }
  if (connections_.size() >= most_connections_) close_longest_idle();
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  socket.non_blocking(true, ignored);
  auto connection = std::make_shared<HttpConnection>(std::move(socket), tls_, shared_from_this());
  connections_.insert(connection.get());
  connection->start();
  accept();
}

// The first step of a handshake takes a third of a millisecond, and a flood of them must not hold
// up those who are connected. So they begin one at a time, and whatever else is ready has its turn
// between two. The latest is first: in a flood the earliest have given up.
void HttpServer::State::queue_handshake(std::shared_ptr<HttpConnection> connection) {
  handshakes_.push_back(std::move(connection));
  if (std::exchange(shaking_hands_, true)) return;
  begin_next_handshake();
}

void HttpServer::State::begin_next_handshake() {
  shaking_hands_ = !handshakes_.empty();
  if (!shaking_hands_) return;
  const std::shared_ptr<HttpConnection> latest = std::move(handshakes_.back());
  handshakes_.pop_back();
  latest->shake_hands();
  asio::post(acceptor_.get_executor(),
             [self = shared_from_this()] { self->begin_next_handshake(); });
}

// Whoever holds a connection without using it makes room for whoever comes. A hundredth at a time,
// so that looking for them costs little.
void HttpServer::State::close_longest_idle() {
  std::vector<HttpConnection*> idle;
  for (HttpConnection* connection : connections_) {
    if (connection->is_idle() || connection->is_receiving()) idle.push_back(connection);
  }
  const std::size_t count = std::min(idle.size(), most_connections_ / 100 + 1);
  std::partial_sort(idle.begin(), idle.begin() + static_cast<std::ptrdiff_t>(count), idle.end(),
                    [](const HttpConnection* a, const HttpConnection* b) {
                      return a->deadline() < b->deadline();
                    });
  for (std::size_t i = 0; i < count; ++i) idle[i]->close();
}

// Bodies that are being received are refused, the largest first, when all of them are too much.
void HttpServer::State::hold(std::size_t before, std::size_t now) {
  held_ += now - before;
  while (now > before && held_ > kMostBodyBytes) {
    HttpConnection* largest = nullptr;
    for (HttpConnection* connection : connections_) {
      if (!connection->is_receiving()) continue;
      if (largest == nullptr || connection->held() > largest->held()) largest = connection;
    }
    if (largest == nullptr || largest->held() == 0) return;
    largest->refuse(503, "too much is being sent at a time; try again later");
  }
}

// Closes whoever takes too long, to a second. A timer for each would cost more than the answers.
void HttpServer::State::sweep() {
  const Clock::time_point now = Clock::now();
  close_expired(now);
  if (draining_ && drained(now)) {
    stop();
    return std::exchange(when_drained_, nullptr)();
  }
  sweep_.expires_after(draining_ ? Clock::duration(kBetweenDrainSweeps) : kBetweenSweeps);
  sweep_.async_wait([self = shared_from_this()](const error_code& stopped) {
    if (!stopped) self->sweep();
  });
}

void HttpServer::State::close_expired(Clock::time_point now) {
  std::vector<HttpConnection*> late;
  for (HttpConnection* connection : connections_) {
    if (connection->expired(now)) late.push_back(connection);
  }
  for (HttpConnection* connection : late) {
    if (connection->is_receiving()) {
      connection->refuse(408, "the request took too long");
    } else {
      connection->close();
    }
  }
}

void HttpServer::State::drain(std::chrono::seconds most, std::function<void()> then) {
  if (draining_) return;
  draining_ = true;
  drain_since_ = Clock::now();
  drain_until_ = drain_since_ + most;
  when_drained_ = std::move(then);
  for (HttpConnection* connection : connections_) {
    if (connection->is_streaming()) connection->close();
  }
  sweep_.cancel();
  sweep();
}

bool HttpServer::State::drained(Clock::time_point now) {
  if (now >= drain_until_) return true;
  const auto grace = connections_.empty() ? kBetweenDrainSweeps : kDrainGrace;
  if (now < drain_since_ + grace) return false;
  return std::none_of(connections_.begin(), connections_.end(),
                      [](const HttpConnection* connection) {
                        return connection->is_receiving() || connection->is_answering();
                      });
}

void HttpServer::State::stop() {
  error_code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
  sweep_.cancel();
  for (HttpConnection* connection : connections_) connection->close();
  handshakes_.clear();
}

HttpServer::HttpServer(asio::io_context& context, const Options& options, HttpHandler& handler)
    : state_(std::make_shared<State>(context, options, handler)) {
  state_->listen(options.address, options.port);
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
void HttpServer::renew_certificate() { state_->renew_certificate(); }
void HttpServer::drain(std::chrono::seconds most, std::function<void()> then) {
  state_->drain(most, std::move(then));
}
void HttpServer::stop() { state_->stop(); }

}  // namespace mpart::serve
