#include "serve/demo.hpp"

#include <chrono>
#include <utility>

namespace mpart::serve {

namespace {

constexpr std::chrono::milliseconds kBetweenSamples(40);  // a pace that people can follow
constexpr std::size_t kMostOpen = 20;                     // more would only expire

}  // namespace

Demo::Demo(boost::asio::io_context& context, Engine& engine, DemoStream next)
    : engine_(engine), next_(std::move(next)), timer_(context) {
  wait();
}

void Demo::stop() { timer_.cancel(); }

void Demo::wait() {
  timer_.expires_after(kBetweenSamples);
  timer_.async_wait([this](const boost::system::error_code& stopped) {
    if (stopped) return;
    if (engine_.desk().open_count() < kMostOpen && !engine_.disk().error()) observe_one();
    if (next_) wait();
  });
}

void Demo::observe_one() {
  Sample sample;
  Show show;
  if (!next_(sample, show.picture)) {
    next_ = nullptr;
    return;
  }
  const std::string label = std::exchange(sample.label, {});  // people are to give it
  const Step& step = engine_.observe(sample, std::move(show));
  if (step.queries.empty()) return;
  const QueryId last = step.queries.back();
  if (engine_.session().ledger().find(last)->time == step.time) labels_[last] = label;
  engine_.disk().when_written([](const WriteBehind::Written& /*written*/) {});
}

void Demo::answer_itself(bool on) {
  answers_itself_ = on;
  if (on) answer_all();
}

void Demo::hear(const Engine::News& news) {
  if (news.kind == Engine::News::Kind::kQuery && answers_itself_) answer_all();
  if (news.kind == Engine::News::Kind::kAnswer) labels_.erase(news.query);
}

void Demo::answer_all() {
  for (const auto& [id, label] : std::exchange(labels_, {})) {
    if (engine_.desk().is_open(id)) engine_.disk().answer(id, Answer::of(label));
  }
  engine_.disk().when_written([](const WriteBehind::Written& /*written*/) {});
}

}  // namespace mpart::serve
