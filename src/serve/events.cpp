#include "serve/events.hpp"

#include <chrono>
#include <utility>

namespace mpart::serve {

namespace {

constexpr std::size_t kMostStreams = 256;                 // each costs a copy of every event
constexpr std::chrono::milliseconds kBetweenModels(250);  // samples may come by the thousand
constexpr std::chrono::seconds kBetweenSigns(15);         // shorter than proxies' patience

EventStream::Text event_text(std::string_view event, const std::string& data) {
  return std::make_shared<const std::string>("event: " + std::string(event) + "\ndata: " + data +
                                             "\n\n");
}

}  // namespace

Json answer_json(const Session& session, QueryId id) {
  Json answer = {{"id", id}, {"state", "expired"}, {"label", nullptr}};
  if (const LedgerEntry* asked = session.ledger().find(id)) {
    answer["state"] = name_of(asked->state);
    if (asked->state == LedgerEntry::State::kLabelled) {
      answer["label"] = session.learner().classes()[asked->receipt.label];
    }
  }
  return answer;
}

Events::Events(boost::asio::io_context& context, const Engine& engine, ModelText model)
    : engine_(engine), model_(std::move(model)), model_timer_(context), keep_alive_timer_(context) {
  keep_alive();
}

bool Events::full() const { return streams_.size() >= kMostStreams; }

void Events::add(std::shared_ptr<EventStream> stream) {
  if (stream->send(event_text("model", model_()))) streams_.push_back(std::move(stream));
}

void Events::stop() {
  model_timer_.cancel();
  keep_alive_timer_.cancel();
  streams_.clear();
}

void Events::hear(const Engine::News& news) {
  if (streams_.empty()) return;
  if (news.kind == Engine::News::Kind::kQuery) {
    send_to_all("query", Json{{"id", news.query}}.dump());
  } else if (news.kind == Engine::News::Kind::kAnswer) {
    send_to_all("answer", json_response(answer_json(engine_.session(), news.query)).body);
  }
  send_model_soon();
}

void Events::send_model_soon() {
  if (model_due_) return;
  model_due_ = true;
  model_timer_.expires_after(kBetweenModels);
  model_timer_.async_wait([this](const boost::system::error_code& stopped) {
    if (stopped) return;
    model_due_ = false;
    send_to_all("model", model_());
  });
}

void Events::send_to_all(std::string_view event, const std::string& data) {
  const EventStream::Text text = event_text(event, data);
  std::erase_if(streams_, [&](const auto& stream) { return !stream->send(text); });
}

// A dead connection is noticed when something is sent over it.
void Events::keep_alive() {
  keep_alive_timer_.expires_after(kBetweenSigns);
  keep_alive_timer_.async_wait([this](const boost::system::error_code& stopped) {
    if (stopped) return;
    const auto sign = std::make_shared<const std::string>(":\n\n");
    std::erase_if(streams_, [&](const auto& stream) { return !stream->send(sign); });
    keep_alive();
  });
}

}  // namespace mpart::serve
