#include "serve/http_connection.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/string.hpp>
#include <cctype>
#include <limits>
#include <utility>

#include "serve/http_json.hpp"

namespace mpart::serve {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::beast::iequals;
using tcp = asio::ip::tcp;

namespace {

constexpr std::uint32_t kMostHeaderBytes = 8 << 10;  // also of a chunk's extension, or a trailer
constexpr std::size_t kLeastRoom = 1024;             // bytes to be received at a time
constexpr std::size_t kMostRoom = 64 << 10;
constexpr std::chrono::seconds kRequestTime(30);  // from a request's first byte to its last
constexpr std::chrono::seconds kIdleTime(300);    // between two requests
constexpr std::chrono::seconds kLeaveTime(2);     // for what a refused client still sends

std::string text_of(boost::beast::string_view text) { return {text.data(), text.size()}; }

// The first value of a field counts.
void take_text(std::string& into, boost::beast::string_view value) {
  if (into.empty()) into.assign(value.data(), value.size());
}

// An id that can stand in a header and in a log.
bool is_request_id(boost::beast::string_view text) {
  constexpr std::size_t kLongest = 64;
  return !text.empty() && text.size() <= kLongest &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' ||
                  c == '.';
         });
}

// Splits http://host/path, as proxies are asked; nothing if it is no such address.
std::optional<std::pair<std::string, std::string>> split_address(const std::string& target) {
  constexpr std::string_view kScheme = "http://";
  if (!target.starts_with(kScheme)) return std::nullopt;
  const std::size_t slash = std::min(target.find('/', kScheme.size()), target.size());
  std::string path = target.substr(slash);
  if (path.empty()) path = "/";
  return std::pair(target.substr(kScheme.size(), slash - kScheme.size()), std::move(path));
}

}  // namespace

HttpConnection::HttpConnection(Socket socket, std::shared_ptr<asio::ssl::context> tls,
                               std::shared_ptr<ConnectionOwner> owner)
    : socket_(std::move(socket)), tls_context_(std::move(tls)), owner_(std::move(owner)) {
  Error gone;
  const tcp::endpoint client = socket_.remote_endpoint(gone);
  if (!gone) client_ = client.address().to_string();
}

HttpConnection::~HttpConnection() {
  hold(0);
  owner_->remove(this);
}

void HttpConnection::start() {
  if (!tls_context_) return wait_for_request();
  expires_after(kRequestTime);
  socket_.async_wait(Socket::wait_read, [self = shared_from_this()](const Error& error) {
    if (error) return self->close();
    self->owner_->queue_handshake(self);
  });
}

void HttpConnection::shake_hands() {
  if (phase_ == Phase::kClosed) return;
  tls_ = std::make_unique<asio::ssl::stream<Socket&>>(socket_, *tls_context_);
  tls_->async_handshake(asio::ssl::stream_base::server,
                        [self = shared_from_this()](const Error& error) {
                          if (error) return self->close();
                          self->wait_for_request();
                        });
}

void HttpConnection::close() {
  phase_ = Phase::kClosed;
  Error ignored;
  socket_.shutdown(tcp::socket::shutdown_both, ignored);
  socket_.close(ignored);
}

// ---- bytes in and out

void HttpConnection::receive(void (HttpConnection::*then)()) {
  const std::size_t room = std::clamp(2 * buffer_.capacity(), kLeastRoom, kMostRoom);
  reading_ = true;
  use_stream([&](auto& stream) {
    stream.async_read_some(buffer_.prepare(room), [self = shared_from_this(), then](
                                                      const Error& error, std::size_t bytes) {
      self->reading_ = false;
      if (error) return self->close();
      self->buffer_.commit(bytes);
      self->phase_ == Phase::kLeaving ? self->discard() : (*self.*then)();
    });
  });
}

// Most answers fit into the socket's buffer; the rest of the others waits for its turn.
void HttpConnection::write() {
  if (tls_ || shared_) return write_rest(0);
  Error error;
  const std::size_t sent = socket_.write_some(asio::buffer(text_), error);
  if (!error && sent == text_.size()) return have_written();
  if (error && error != asio::error::would_block) return close();
  write_rest(sent);
}

void HttpConnection::write_rest(std::size_t sent) {
  expires_after(kRequestTime);
  const std::array<asio::const_buffer, 2> rest = {
      asio::buffer(text_) + sent, shared_ ? asio::buffer(*shared_) : asio::const_buffer()};
  use_stream([&](auto& stream) {
    asio::async_write(stream, rest,
                      [self = shared_from_this()](const Error& error, std::size_t /*bytes*/) {
                        if (error) return self->close();
                        self->have_written();
                      });
  });
}

void HttpConnection::have_written() {
  shared_.reset();
  if (text_.capacity() > kMostRoom) text_ = {};
  if (lines_) {  // and the body goes on
    phase_ = Phase::kReceiving;
    expires_after(kIdleTime);
    return receive(&HttpConnection::parse);
  }
  if (!keep_alive_) return leave();
  if (buffer_.size() == 0) return wait_for_request();
  // Another request has come with the last: not from within its answer.
  phase_ = Phase::kReceiving;
  asio::post(socket_.get_executor(), [self = shared_from_this()] { self->begin_request(); });
}

// Closing with bytes unread would take the answer away from a client that still sends.
void HttpConnection::leave() {
  phase_ = Phase::kLeaving;
  expires_after(kLeaveTime);
  if (tls_ && reading_) return close();
  if (tls_) {
    return tls_->async_shutdown(
        [self = shared_from_this()](const Error& /*error*/) { self->close(); });
  }
  Error error;
  socket_.shutdown(tcp::socket::shutdown_send, error);
  if (error) return close();
  if (!reading_) discard();
}

void HttpConnection::discard() {
  buffer_.clear();
  receive(&HttpConnection::discard);
}

// ---- a request, from its first byte on

void HttpConnection::wait_for_request() {
  phase_ = Phase::kIdle;
  if (buffer_.capacity() > kMostRoom) buffer_ = {};
  expires_after(kIdleTime);
  receive(&HttpConnection::begin_request);
}

void HttpConnection::begin_request() {
  phase_ = Phase::kReceiving;
  late_ = owner_->draining();
  has_header_ = false;
  received_ = 0;
  wants_page_ = false;
  request_.emplace();
  admission_ = {};
  method_.clear();
  target_.clear();
  id_.clear();
  parser_.emplace();
  parser_->header_limit(kMostHeaderBytes);
  parser_->body_limit(
      std::numeric_limits<std::uint64_t>::max());  // have_header() has the right one
  expires_after(kRequestTime);
  parse();
}

void HttpConnection::parse() {
  Error error;
  while (!error && buffer_.size() > 0 && !parser_->is_done()) {
    buffer_.consume(parser_->put(buffer_.data(), error));
    if (has_header_ || !parser_->is_header_done()) continue;
    has_header_ = true;
    have_header();
    if (phase_ != Phase::kReceiving) return;
  }
  if (error == http::error::need_more && buffer_.size() < kMostHeaderBytes) error = {};
  if (error) return refuse_unreadable(error);
  hold(parser_->get().body().size());
  if (phase_ != Phase::kReceiving) return;
  if (lines_) return hand_over_lines(parser_->is_done());
  if (!parser_->is_done()) return receive(&HttpConnection::parse);
  have_request();
}

void HttpConnection::refuse_unreadable(const Error& error) {
  if (error == http::error::body_limit) return refuse(413, "the body is too large");
  if (error == http::error::header_limit) return refuse(431, "the header is too large");
  if (error != http::error::need_more) return refuse(400, "the request is not HTTP/1.1");
  if (!has_header_) return refuse(431, "the header is too large");
  refuse(400, "a chunk's extension or a trailer is too long");
}

// Host, origin, token and the length are judged before a byte of the body is read.
void HttpConnection::have_header() {
  take_header();
  if (const char* problem = problem_of_header()) return refuse(400, problem);
  if (late_) return refuse(503, "the server is stopping");
  admission_ = owner_->handler().admit(*request_);
  if (admission_.refused) {
    keep_alive_ = keep_alive_ && !request_->has_body;
    parser_.reset();
    return send(std::move(*admission_.refused));
  }
  const std::size_t most = admission_.most_body_bytes;
  if (!admission_.by_lines && parser_->content_length().value_or(0) > most) {
    return refuse(413, "the body is too large");
  }
  if (!admission_.by_lines) parser_->body_limit(most);
  const auto expects = parser_->get()[http::field::expect];
  if (!expects.empty() && !iequals(expects, "100-continue")) {
    return refuse(417, "nothing but 100-continue can be expected");
  }
  if (!expects.empty() && request_->has_body && buffer_.size() == 0) say_continue();
  if (admission_.by_lines) lines_ = owner_->handler().open_lines(*request_);
}

void HttpConnection::take_header() {
  const auto& header = parser_->get();
  keep_alive_ = header.keep_alive();
  head_only_ = header.method() == http::verb::head;
  method_ = request_->method = text_of(header.method_string());
  target_ = request_->target = text_of(header.target());
  header_counts_ = {};
  // One pass: looking every field up takes a tenth of the time of a small request.
  for (const auto& field : header) take_field(field.name(), field.name_string(), field.value());
  if (request_->id.empty()) request_->id = owner_->new_request_id();
  id_ = request_->id;
  request_->client = client_;
  request_->has_body = !parser_->is_done();
  wants_page_ = request_->accept.find("text/html") != std::string::npos;
}

void HttpConnection::take_field(http::field field, boost::beast::string_view name,
                                boost::beast::string_view value) {
  switch (field) {
    case http::field::host:
      ++header_counts_.hosts;
      return take_text(request_->host, value);
    case http::field::authorization:
      ++header_counts_.authorizations;
      return take_text(request_->authorization, value);
    case http::field::content_length:
      ++header_counts_.lengths;
      return;
    case http::field::transfer_encoding:
      ++header_counts_.encodings;
      return;
    case http::field::origin:
      return take_text(request_->origin, value);
    case http::field::content_type:
      return take_text(request_->content_type, value);
    case http::field::content_encoding:
      return take_text(request_->content_encoding, value);
    case http::field::accept:
      return take_text(request_->accept, value);
    case http::field::accept_encoding:
      return take_text(request_->accept_encoding, value);
    case http::field::if_none_match:
      return take_text(request_->if_none_match, value);
    default:
      break;
  }
  if (iequals(name, "X-Request-Id")) {
    if (is_request_id(value)) take_text(request_->id, value);
  } else if (iequals(name, "Idempotency-Key")) {
    request_->idempotency_key = text_of(value);
  }
}

// Where two readers of one header could disagree, it is refused. Null if nothing is wrong.
const char* HttpConnection::problem_of_header() {
  const auto& header = parser_->get();
  if (header_counts_.hosts > 1) return "more than one Host header";
  if (header.version() >= 11 && header_counts_.hosts == 0) return "no Host header";
  if (header_counts_.authorizations > 1) return "more than one Authorization header";
  if (header_counts_.lengths > 1) return "more than one Content-Length header";
  if (header_counts_.encodings > 0) {
    if (header_counts_.lengths > 0) return "Content-Length and Transfer-Encoding";
    const bool is_chunked = iequals(header[http::field::transfer_encoding], "chunked");
    if (!is_chunked || header.version() < 11) return "chunked is the only Transfer-Encoding";
  }
  if (auto split = split_address(request_->target)) {
    if (split->first != request_->host) return "the address and the Host header differ";
    request_->target = std::move(split->second);
  }
  if (request_->target.empty() || request_->target[0] != '/') return "the path must begin with /";
  return nullptr;
}

void HttpConnection::say_continue() {
  static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  if (!tls_) {  // so short that it fits, or the client does without it
    Error ignored;
    socket_.write_some(asio::buffer(kContinue), ignored);
    return;
  }
  asio::async_write(*tls_, asio::buffer(kContinue),
                    [self = shared_from_this()](const Error& error, std::size_t /*bytes*/) {
                      if (error) self->close();
                    });
}

void HttpConnection::have_request() {
  request_->body = std::move(parser_->get().body());
  received_ = request_->body.size();
  parser_.reset();
  phase_ = Phase::kAnswering;
  whole_ = Clock::now();
  expires_never();  // the answer may have to wait for the disk
  owner_->handler().answer(std::move(*request_), shared_from_this());
}

void HttpConnection::refuse(int status, const char* why) {
  if (answers_begun_) return close();  // it is too late for another status
  keep_alive_ = false;
  lines_.reset();
  parser_.reset();
  if (id_.empty()) id_ = owner_->new_request_id();
  HttpResponse response = refusal_response(status, why);
  if (status == 503) response.headers.emplace_back("Retry-After", "1");
  send(std::move(response));
}

void HttpConnection::hold(std::size_t bytes) {
  const std::size_t before = std::exchange(held_, bytes);
  if (before != bytes) owner_->hold(before, bytes);
}

}  // namespace mpart::serve
