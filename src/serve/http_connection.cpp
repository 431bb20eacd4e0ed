#include "serve/http_connection.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/string.hpp>
#include <cctype>
#include <charconv>
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
constexpr std::size_t kLongestLine = 1 << 20;        // of a body that is read line by line
constexpr std::size_t kLeastRoom = 1024;             // bytes to be received at a time
constexpr std::size_t kMostRoom = 64 << 10;
constexpr std::size_t kMostUnsentEvents = 256;    // a listener with more of them is closed
constexpr std::chrono::seconds kRequestTime(30);  // from a request's first byte to its last
constexpr std::chrono::seconds kIdleTime(300);    // between two requests
constexpr std::chrono::seconds kLeaveTime(2);     // for what a refused client still sends

std::string text_of(boost::beast::string_view text) { return {text.data(), text.size()}; }

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

void append_chunk(std::string& text, std::string_view bytes) {
  if (bytes.empty()) return;
  constexpr std::size_t kMostDigits = 16;
  std::array<char, kMostDigits> digits{};
  const auto end = std::to_chars(digits.begin(), digits.end(), bytes.size(), 16);
  text.append(digits.data(), end.ptr).append("\r\n").append(bytes).append("\r\n");
}

}  // namespace

HttpConnection::HttpConnection(Socket socket, const std::shared_ptr<asio::ssl::context>& tls,
                               std::shared_ptr<ConnectionOwner> owner)
    : socket_(std::move(socket)), tls_context_(tls), owner_(std::move(owner)) {
  if (tls) tls_ = std::make_unique<asio::ssl::stream<Socket&>>(socket_, *tls);
  Error gone;
  const tcp::endpoint client = socket_.remote_endpoint(gone);
  if (!gone) client_ = client.address().to_string();
}

HttpConnection::~HttpConnection() {
  hold(0);
  owner_->remove(this);
}

void HttpConnection::start() {
  if (!tls_) return wait_for_request();
  expires_after(kRequestTime);
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

template <typename Use>
void HttpConnection::use_stream(Use use) {
  if (tls_) {
    use(*tls_);
  } else {
    use(socket_);
  }
}

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
  request_ = {};
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
  admission_ = owner_->handler().admit(request_);
  if (admission_.refused) {
    keep_alive_ = keep_alive_ && !request_.has_body;
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
  if (!expects.empty() && request_.has_body && buffer_.size() == 0) say_continue();
  if (admission_.by_lines) lines_ = owner_->handler().open_lines(request_);
}

void HttpConnection::take_header() {
  const auto& header = parser_->get();
  keep_alive_ = header.keep_alive();
  head_only_ = header.method() == http::verb::head;
  request_.method = text_of(header.method_string());
  request_.target = text_of(header.target());
  request_.host = text_of(header[http::field::host]);
  request_.origin = text_of(header[http::field::origin]);
  request_.authorization = text_of(header[http::field::authorization]);
  request_.content_type = text_of(header[http::field::content_type]);
  request_.content_encoding = text_of(header[http::field::content_encoding]);
  request_.accept = text_of(header[http::field::accept]);
  request_.accept_encoding = text_of(header[http::field::accept_encoding]);
  request_.if_none_match = text_of(header[http::field::if_none_match]);
  request_.idempotency_key = text_of(header["Idempotency-Key"]);
  request_.has_body = !parser_->is_done();
  wants_page_ = request_.accept.find("text/html") != std::string::npos;
  request_.client = client_;
  const auto id = header["X-Request-Id"];
  request_.id = is_request_id(id) ? text_of(id) : owner_->new_request_id();
  method_ = request_.method;
  target_ = request_.target;
  id_ = request_.id;
}

// Where two readers of one header could disagree, it is refused. Null if nothing is wrong.
const char* HttpConnection::problem_of_header() {
  const auto& header = parser_->get();
  const auto count = [&](http::field name) { return header.count(name); };
  if (count(http::field::host) > 1) return "more than one Host header";
  if (header.version() >= 11 && count(http::field::host) == 0) return "no Host header";
  if (count(http::field::authorization) > 1) return "more than one Authorization header";
  if (count(http::field::content_length) > 1) return "more than one Content-Length header";
  if (count(http::field::transfer_encoding) > 0) {
    if (count(http::field::content_length) > 0) return "Content-Length and Transfer-Encoding";
    const bool is_chunked = iequals(header[http::field::transfer_encoding], "chunked");
    if (!is_chunked || header.version() < 11) return "chunked is the only Transfer-Encoding";
  }
  if (auto split = split_address(request_.target)) {
    if (split->first != request_.host) return "the address and the Host header differ";
    request_.target = std::move(split->second);
  }
  if (request_.target.empty() || request_.target[0] != '/') return "the path must begin with /";
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
  request_.body = std::move(parser_->get().body());
  received_ = request_.body.size();
  parser_.reset();
  phase_ = Phase::kAnswering;
  whole_ = Clock::now();
  expires_never();  // the answer may have to wait for the disk
  owner_->handler().answer(std::move(request_), shared_from_this());
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

// ---- answers

void HttpConnection::begin_answer(int status, std::string_view content_type) {
  text_ = "HTTP/1.1 ";
  text_ += std::to_string(status) + ' ';
  text_ += text_of(http::obsolete_reason(static_cast<http::status>(status)));
  add_header("Content-Type", content_type);
  add_header("X-Content-Type-Options", "nosniff");
  if (!id_.empty()) add_header("X-Request-Id", id_);
  if (admission_.deprecated) add_header("Deprecation", "true");
}

void HttpConnection::send(HttpResponse response) {
  if (phase_ == Phase::kClosed || phase_ == Phase::kLeaving) return;
  phase_ = Phase::kAnswering;
  keep_alive_ = keep_alive_ && !owner_->draining();
  if (response.problem) write_problem(response, id_, wants_page_);
  begin_answer(response.status, response.content_type);
  bool may_be_kept = false;
  for (const auto& [name, value] : response.headers) {
    add_header(name, value);
    may_be_kept = may_be_kept || name == "Cache-Control";
  }
  if (!may_be_kept) add_header("Cache-Control", "no-store");
  if (!keep_alive_) add_header("Connection", "close");
  const bool has_body = response.status != 204 && response.status != 304;
  const std::size_t bytes = response.shared ? response.shared->size() : response.body.size();
  if (has_body) add_header("Content-Length", std::to_string(bytes));
  text_ += "\r\n\r\n";
  if (has_body && !head_only_) {
    text_ += response.body;
    shared_ = std::move(response.shared);
  }
  tell_answered(response.status, bytes);
  hold(0);
  write();
}

void HttpConnection::add_header(std::string_view name, std::string_view value) {
  text_.append("\r\n").append(name).append(": ").append(value);
}

void HttpConnection::tell_answered(int status, std::size_t sent) {
  const bool is_whole = !admission_.refused && whole_ != Clock::time_point();
  const std::chrono::duration<double> time =
      is_whole ? Clock::now() - whole_ : Clock::duration::zero();
  whole_ = {};
  owner_->handler().answered(
      {method_, target_, admission_.route, client_, id_, status, time.count(), received_, sent});
}

// ---- a body that is answered line by line

void HttpConnection::hand_over_lines(bool last) {
  std::string& body = parser_->get().body();
  const std::size_t end = last ? body.size() : body.rfind('\n') + 1;
  if (end == 0 && !last) {
    if (body.size() > kLongestLine) return refuse(413, "a line is too long");
    return receive(&HttpConnection::parse);
  }
  std::string lines = body.substr(0, end);
  body.erase(0, end);
  received_ += lines.size();
  phase_ = Phase::kAnswering;
  expires_never();
  if (lines.empty()) return have_answers({}, true);
  lines_->read(std::move(lines), [self = shared_from_this(), last](const std::string& answers) {
    self->have_answers(answers, last);
  });
}

void HttpConnection::have_answers(const std::string& answers, bool last) {
  if (phase_ != Phase::kAnswering) return;
  if (!answers_begun_) {
    begin_answer(200, "application/x-ndjson");
    add_header("Cache-Control", "no-store");
    add_header("Transfer-Encoding", "chunked");
    text_ += "\r\n\r\n";
  } else {
    text_.clear();
  }
  answers_begun_ = !last;
  append_chunk(text_, answers);
  if (last) {
    text_ += "0\r\n\r\n";
    keep_alive_ = keep_alive_ && !owner_->draining();
    lines_.reset();
    parser_.reset();
    hold(0);
    tell_answered(200, 0);
  }
  write();
}

// ---- events

std::shared_ptr<EventStream> HttpConnection::stream() {
  expires_never();
  phase_ = Phase::kEvents;
  hold(0);
  tell_answered(200, 0);
  begin_answer(200, "text/event-stream");
  add_header("Cache-Control", "no-store");
  add_header("Connection", "close");
  add_header("X-Accel-Buffering", "no");  // or nginx would keep events back
  text_ += "\r\n\r\n";
  unsent_.push_back(std::make_shared<const std::string>(std::move(text_)));
  write_events();
  if (!reading_) watch_for_the_end();
  return shared_from_this();
}

bool HttpConnection::send(Text text) {
  if (phase_ != Phase::kEvents) return false;
  if (unsent_.size() >= kMostUnsentEvents) {
    close();
    return false;
  }
  unsent_.push_back(std::move(text));
  if (unsent_.size() == 1) write_events();
  return true;
}

void HttpConnection::write_events() {
  use_stream([&](auto& stream) {
    asio::async_write(stream, asio::buffer(*unsent_.front()),
                      [self = shared_from_this()](const Error& error, std::size_t /*bytes*/) {
                        if (error) return self->close();
                        self->unsent_.pop_front();
                        if (!self->unsent_.empty()) self->write_events();
                      });
  });
}

// A client that listens says nothing more: what comes is its end.
void HttpConnection::watch_for_the_end() {
  buffer_.clear();
  receive(&HttpConnection::watch_for_the_end);
}

}  // namespace mpart::serve
