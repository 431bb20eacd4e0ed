// The answers of a connection: one for a request, line by line, or events for as long as the client
// listens.
#include <array>
#include <boost/asio/write.hpp>
#include <charconv>
#include <utility>

#include "serve/http_connection.hpp"
#include "serve/http_json.hpp"

namespace mpart::serve {

namespace asio = boost::asio;
namespace http = boost::beast::http;

namespace {

constexpr std::size_t kLongestLine = 1 << 20;   // of a body that is read line by line
constexpr std::size_t kMostUnsentEvents = 256;  // a listener with more of them is closed

void append_chunk(std::string& text, std::string_view bytes) {
  if (bytes.empty()) return;
  constexpr std::size_t kMostDigits = 16;
  std::array<char, kMostDigits> digits{};
  const auto end = std::to_chars(digits.begin(), digits.end(), bytes.size(), 16);
  text.append(digits.data(), end.ptr).append("\r\n").append(bytes).append("\r\n");
}

}  // namespace

void HttpConnection::begin_answer(int status, std::string_view content_type) {
  text_ = "HTTP/1.1 ";
  text_ += std::to_string(status) + ' ';
  const auto phrase = http::obsolete_reason(static_cast<http::status>(status));
  text_.append(phrase.data(), phrase.size());
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
