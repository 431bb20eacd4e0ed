#include <boost/asio/post.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "serve/api_call.hpp"
#include "serve/embedding.hpp"
#include "serve/limits.hpp"
#include "serve/views.hpp"

namespace mpart::serve {

namespace asio = boost::asio;
using Json = nlohmann::json;

Api::Response Api::post_samples(Call& call) { return embed_then(call, &Api::learn); }
Api::Response Api::post_predict(Call& call) {
  const std::string& text = call.request.body;
  if (text.find("\"tasks\"") != std::string::npos) {  // few others are read twice for that
    const Json body = parsed(text);
    if (body.is_object() && body.contains("tasks")) {
      label_studio_.predict(body, call.reply);
      return std::nullopt;
    }
  }
  return embed_then(call, &Api::predict);
}

// Networks take their time: another thread runs them, and the server goes on meanwhile.
Api::Response Api::embed_then(Call& call, Then then) {
  const bool embeds = !options_.embedding.chain.empty();
  Samples samples = read_samples(call.request.body, embeds);
  if (!embeds) return (this->*then)(samples, call.reply);
  if (embedding_now_ >= kMostEmbedding) throw Problem{503, "too many wait for the network"};
  ++embedding_now_;
  auto work = std::make_shared<Samples>(std::move(samples));
  asio::post(embedding_thread_, [this, work, then, reply = call.reply]() mutable {
    Response refused = guarded([&] {
      embed(*work, options_.embedding);
      return Response();
    });
    // Moved, not copied: the last one to hold a reply ends its connection, which is not for this
    // thread to do.
    asio::post(context_, [this, work, then, reply = std::move(reply),
                          response = std::move(refused)]() mutable {
      --embedding_now_;
      if (!response) response = guarded([&] { return (this->*then)(*work, reply); });
      if (response) reply->send(std::move(*response));
    });
  });
  return std::nullopt;
}

Api::Response Api::learn(Samples& samples, const Reply& reply) {
  if (!engine_.problem().empty()) throw Problem{507, engine_.problem()};
  samples.check(engine_.session().learner().width());
  std::string results;
  bool asked = false;
  for (std::size_t i = 0; i < samples.all.size(); ++i) {
    const QueryId before = engine_.session().ledger().asked();
    const Step& step = engine_.observe(samples.all[i], std::move(samples.shows[i]));
    append_step(results, engine_.session(), step, before + 1);
    results += ',';
    asked = asked || step.asked > 0;
  }
  if (!results.empty()) results.pop_back();
  HttpResponse response;
  response.body = samples.many ? '[' + results + ']' : std::move(results);
  if (!asked) return response;
  engine_.when_written([reply, response](const Engine::Written& written) {
    reply->send(written.problem.empty() ? response : error_response(507, written.problem));
  });
  return std::nullopt;
}

Api::Response Api::predict(Samples& samples, const Reply& /*reply*/) {
  samples.check(engine_.session().learner().width());
  Json results = Json::array();
  Prediction prediction;
  for (const Sample& sample : samples.all) {
    engine_.predict(sample, prediction);
    results.push_back(prediction_json(engine_.session(), prediction));
  }
  return json_response(samples.many ? results : results[0]);
}

}  // namespace mpart::serve
