#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "serve/http_message.hpp"

namespace mpart::serve {

class HttpConnection;

// Bound to this kind of executor, so that nothing is called through a table.
using Socket =
    boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

// What all connections of a server share.
class ConnectionOwner : private NonCopyable {
 public:
  virtual ~ConnectionOwner() = default;
  virtual HttpHandler& handler() = 0;
  virtual bool draining() const = 0;
  virtual std::string new_request_id() = 0;
  virtual void remove(HttpConnection* connection) = 0;

  // Calls shake_hands() when it is the connection's turn.
  virtual void queue_handshake(std::shared_ptr<HttpConnection> connection) = 0;

  // A connection now holds so many bytes of a body; it was `before`. Those that hold most may be
  // refused to keep the sum within bounds, the caller among them.
  virtual void hold(std::size_t before, std::size_t now) = 0;
};

// One client: a request, its answer, the next request. Beast reads the requests; answers are so
// plain that they are written as text. One thread: the io_context's.
class HttpConnection : public HttpReply,
                       public EventStream,
                       public std::enable_shared_from_this<HttpConnection> {
 public:
  using Clock = std::chrono::steady_clock;

  // `tls`: null for a plain connection.
  HttpConnection(Socket socket, std::shared_ptr<boost::asio::ssl::context> tls,
                 std::shared_ptr<ConnectionOwner> owner);
  ~HttpConnection() override;
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  void start();
  void shake_hands();
  void close();

  void send(HttpResponse response) override;
  std::shared_ptr<EventStream> stream() override;
  bool send(Text text) override;

  bool expired(Clock::time_point now) const { return now > deadline_; }
  Clock::time_point deadline() const { return deadline_; }
  bool is_idle() const { return phase_ == Phase::kIdle; }
  bool is_answering() const { return phase_ == Phase::kAnswering; }
  bool is_streaming() const { return phase_ == Phase::kEvents; }
  bool is_receiving() const { return phase_ == Phase::kReceiving; }
  std::size_t held() const { return held_; }
  void refuse(int status, const char* why);  // what is being received

 private:
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
  using Error = boost::system::error_code;

  enum class Phase {
    kIdle,       // between two requests
    kReceiving,  // from the first byte of a request to its last
    kAnswering,
    kEvents,   // it listens until it goes
    kLeaving,  // all is said; what it still sends is thrown away
    kClosed,
  };

  // Bytes in and out.
  template <typename Use>
  void use_stream(Use use) {
    tls_ ? use(*tls_) : use(socket_);
  }
  void receive(void (HttpConnection::*then)());
  void write();
  void write_rest(std::size_t sent);
  void have_written();

  // A request, from its first byte on.
  void wait_for_request();
  void begin_request();
  void parse();
  void have_header();
  const char* problem_of_header();
  void take_header();
  void take_field(boost::beast::http::field field, boost::beast::string_view name,
                  boost::beast::string_view value);
  void say_continue();
  void have_request();
  void refuse_unreadable(const Error& error);
  void hold(std::size_t bytes);

  // A body that is answered line by line.
  void begin_lines();
  void hand_over_lines(bool last);
  void have_answers(const std::string& answers, bool last);

  void write_events();
  void watch_for_the_end();
  void leave();
  void discard();

  void expires_after(std::chrono::seconds time) { deadline_ = Clock::now() + time; }
  void expires_never() { deadline_ = Clock::time_point::max(); }
  void begin_answer(int status, std::string_view content_type);
  void add_header(std::string_view name, std::string_view value);
  void tell_answered(int status, std::size_t sent);

  Socket socket_;
  std::unique_ptr<boost::asio::ssl::stream<Socket&>> tls_;  // from the handshake on
  std::shared_ptr<boost::asio::ssl::context> tls_context_;
  std::shared_ptr<ConnectionOwner> owner_;
  Clock::time_point deadline_ = Clock::time_point::max();
  Phase phase_ = Phase::kIdle;

  boost::beast::flat_buffer buffer_;  // what has come and is not parsed yet
  std::optional<Parser> parser_;
  std::optional<HttpRequest> request_;  // its header
  struct {
    int hosts = 0, authorizations = 0, lengths = 0, encodings = 0;
  } header_counts_;
  Admission admission_;
  std::shared_ptr<LineReader> lines_;
  std::size_t held_ = 0;        // bytes of the body, until it is answered
  std::size_t received_ = 0;    // bytes of the body
  bool reading_ = false;        // a read is under way
  bool answers_begun_ = false;  // of lines: the header is sent
  bool late_ = false;           // the request began after the server was told to stop
  bool has_header_ = false;
  bool keep_alive_ = true;
  bool head_only_ = false;
  bool wants_page_ = false;  // a browser asks for something to look at
  Clock::time_point whole_;  // when the request was

  // For the log, when request_ has been handed over.
  std::string method_, target_, id_, client_;

  std::string text_;                           // of the answer that is being written
  std::shared_ptr<const std::string> shared_;  // what follows it, if many get the same
  std::deque<Text> unsent_;                    // events
};

}  // namespace mpart::serve
