#include <boost/asio/post.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mpart/error.hpp"
#include "serve/api.hpp"
#include "serve/embedding.hpp"
#include "wire/limits.hpp"
#include "wire/number_text.hpp"
#include "wire/prediction_json.hpp"

namespace mpart::serve {

namespace asio = boost::asio;

namespace {

// As text: this is written for every sample.
void append_step(std::string& out, const Session& session, const Step& step, bool taught) {
  out += R"({"time":)";
  wire::append_number(out, step.time);
  out += ',';
  wire::append_predicted(out, wire::predicted_of(step.prediction, session.learner().classes()));
  out += ',';
  wire::append_queries(out, step.queries);
  out += taught ? R"(,"taught":true})" : "}";
}

}  // namespace

// Where samples are rows of a table or texts, a picture cannot stand for one.
bool Api::takes_pictures() const {
  const wire::SampleForm& form = options_.embedding.form;
  return embeds() && form.columns.all().empty() && !form.texts;
}

Samples Api::read_samples(const std::string& body, bool learns) {
  Samples samples = reader_.read(body, takes_pictures());
  const Columns& columns = options_.embedding.form.columns;
  if (!learns) {
    const bool is_named = columns.named() && columns.label();
    require_unlabelled(samples, is_named ? columns.all()[*columns.label()].name : "label");
  }
  return samples;
}

Response Api::post_samples(Call& call) {
  return embed_then(call, read_samples(call.request.body, true), &Api::learn);
}

Response Api::post_predict(Call& call) try {
  return embed_then(call, read_samples(call.request.body, false), &Api::predict);
} catch (const Error& error) {
  if (call.request.body.find("\"tasks\"") == std::string::npos) throw;
  throw Error(error.kind(),
              error.what() + std::string("; Label Studio's address is /label-studio"));
}

// Networks take their time: another thread runs them, and the server goes on meanwhile.
Response Api::embed_then(Call& call, Samples samples, Then then) {
  if (!embeds()) return (this->*then)(samples, call.reply);
  if (embedding_now_ >= wire::kMostEmbedding) {
    throw unavailable("too many requests wait for the networks; try again later");
  }
  ++embedding_now_;
  auto work = std::make_shared<Samples>(std::move(samples));
  asio::post(embedding_thread_, [this, work, then, reply = call.reply]() mutable {
    const auto since = std::chrono::steady_clock::now();
    Response refused = guarded([&] {
      embed(*work, options_.embedding);
      return Response();
    });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - since;
    // Moved, not copied: the last one to hold a reply ends its connection, which is not for this
    // thread to do.
    asio::post(context_, [this, work, then, took, reply = std::move(reply),
                          response = std::move(refused)]() mutable {
      --embedding_now_;
      requests_.add_embedding(took.count());
      if (!response) response = guarded([&] { return (this->*then)(*work, reply); });
      if (response) reply->send(std::move(*response));
    });
  });
  return std::nullopt;
}

Response Api::learn(Samples& samples, const Reply& reply) {
  engine_.disk().require_writable();
  wire::check_values(samples.samples, engine_.session().learner().width());
  std::string results;
  bool waits = false;  // for the disk: queries and labels must not be lost
  for (std::size_t i = 0; i < samples.samples.size(); ++i) {
    waits = learn_one(samples.samples[i], std::move(samples.shows[i]), results) || waits;
    results += ',';
  }
  results.pop_back();
  HttpResponse response;
  response.body = samples.many ? '[' + results + ']' : std::move(results);
  if (!waits) return response;
  reply->note_effect(response.body);
  engine_.disk().when_written([reply, response](const WriteBehind::Written& written) {
    reply->send(written.error ? problem_response(*written.error) : response);
  });
  return std::nullopt;
}

bool Api::learn_one(const Sample& sample, wire::Show show, std::string& out) {
  const bool taught = !sample.label.empty();
  const Step& step = engine_.observe(sample, std::move(show));
  append_step(out, engine_.session(), step, taught);
  const std::uint64_t clipped = step.prediction.clipped > 0 ? sample_clipped_.count() : 0;
  if (clipped > 0) options_.log.warning("values clipped", {{"samples", clipped}});
  return taught || !step.queries.empty();
}

void Api::predict_one(const Sample& sample, std::string& out) {
  engine_.predict(sample, prediction_);
  wire::append_prediction(out, prediction_, engine_.session().learner().classes());
}

Response Api::predict(Samples& samples, const Reply& /*reply*/) {
  wire::check_values(samples.samples, engine_.session().learner().width());
  HttpResponse response;
  for (const Sample& sample : samples.samples) {
    if (!response.body.empty()) response.body += ',';
    predict_one(sample, response.body);
  }
  if (samples.many) response.body = '[' + response.body + ']';
  return response;
}

}  // namespace mpart::serve
