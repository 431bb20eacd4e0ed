#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "serve/api_call.hpp"
#include "serve/request_body.hpp"
#include "serve/views.hpp"

namespace mpart::serve {

using Json = nlohmann::json;

Api::Response Api::post_samples(Call& call) {
  if (!engine_.problem().empty()) throw Problem{507, engine_.problem()};
  Samples samples = read_samples(call.request.body);
  samples.check(engine_.session().learner().width());
  Json results = Json::array();
  bool asked = false;
  for (std::size_t i = 0; i < samples.all.size(); ++i) {
    const QueryId before = engine_.session().ledger().asked();
    const Step& step = engine_.observe(samples.all[i], std::move(samples.shows[i]));
    Json result = {{"time", step.time}, {"queries", Json::array()}};
    put_guess(result, engine_.session(), step.prediction);
    for (QueryId id = before + 1; id <= before + step.asked; ++id) result["queries"].push_back(id);
    asked = asked || step.asked > 0;
    results.push_back(std::move(result));
  }
  HttpResponse response = json_response(samples.many ? results : results[0]);
  if (!asked) return response;
  engine_.when_written([reply = call.reply, response](const Engine::Written& written) {
    reply->send(written.problem.empty() ? response : error_response(507, written.problem));
  });
  return std::nullopt;
}

Api::Response Api::post_predict(Call& call) {
  const Json body = parsed(call.request.body);
  if (body.is_object() && body.contains("tasks")) {
    label_studio_.predict(body, call.reply);
    return std::nullopt;
  }
  Samples samples = samples_in(body);
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
