#include "serve/label_studio.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "serve/request_body.hpp"
#include "serve/views.hpp"

namespace mpart::serve {

using Json = nlohmann::json;

bool LabelStudio::calls(std::string_view path) {
  return path == "/setup" || path == "/versions" || path == "/webhook" || path == "/predict";
}

HttpResponse LabelStudio::setup(const std::string& body) const {
  const Json request = parsed(body);
  const auto schema = request.find("schema");
  if (schema == request.end() || !schema->is_string()) {
    throw Problem{400, "\"schema\" must be a labelling configuration"};
  }
  if (!read_label_config(schema->get_ref<const std::string&>())) {
    throw Problem{400, "the labelling configuration has no Choices tag"};
  }
  return json_response({{"model_version", version()}});
}

HttpResponse LabelStudio::versions() const { return json_response({{"versions", {version()}}}); }

HttpResponse LabelStudio::webhook(const std::string& body) {
  const auto lessons = read_webhook(parsed(body), key_);
  if (!lessons) return json_response({{"status", "Unknown event"}});
  if (!engine_.problem().empty()) throw Problem{507, engine_.problem()};
  const std::size_t width = engine_.session().learner().width();
  for (const Lesson& lesson : *lessons) {
    const std::size_t found = lesson.values.size();
    if (lesson.kind == Lesson::Kind::kLabel && width != 0 && found != width) {
      throw Problem{400, "task " + std::to_string(lesson.task) + ": " + std::to_string(width) +
                             " values expected, " + std::to_string(found) + " found"};
    }
  }
  for (const Lesson& lesson : *lessons) engine_.teach(lesson);
  engine_.when_written([](const Engine::Written& /*written*/) {});
  return json_response({{"status", "ok"}, {"result", Json::object()}}, 201);
}

void LabelStudio::predict(const Json& body, std::shared_ptr<HttpReply> reply) {
  auto read = std::make_shared<const LabelStudioTasks>(read_tasks(body, key_));
  if (!read->config) throw Problem{400, "\"label_config\" has no Choices tag"};
  const std::size_t width = width_for(*read);
  const bool can_learn = engine_.problem().empty();
  for (const LabelStudioTask& task : read->tasks) {
    if (!can_learn || task.values.size() != width) continue;
    engine_.teach({Lesson::Kind::kTask, task.id, 0, {}, task.values});
    // From before the model was connected. Of one that is known a webhook has told, or will.
    for (const Lesson& lesson : task.lessons) {
      if (!engine_.lessons().knows_annotation(lesson.annotation)) engine_.teach(lesson);
    }
  }
  engine_.when_written([this, read, reply = std::move(reply)](const Engine::Written& /*written*/) {
    Json results = Json::array();
    for (const LabelStudioTask& task : read->tasks) {
      results.push_back(result_for(task, *read->config));
    }
    reply->send(json_response({{"results", std::move(results)}}));
  });
}

// Of the model, or else of the first task that has values. A task without gets no prediction, but
// if none has, something is set up wrongly.
std::size_t LabelStudio::width_for(const LabelStudioTasks& read) const {
  std::size_t width = engine_.session().learner().width();
  for (const LabelStudioTask& task : read.tasks) {
    if (width == 0) width = task.values.size();
  }
  const auto fits = [&](const LabelStudioTask& task) {
    return width != 0 && task.values.size() == width;
  };
  if (!read.tasks.empty() && std::none_of(read.tasks.begin(), read.tasks.end(), fits)) {
    throw Problem{400, "no task has an array of " +
                           (width == 0 ? std::string() : std::to_string(width) + " ") +
                           "numbers as \"" + key_ + "\" in its data"};
  }
  return width;
}

// Label Studio shows the lowest score first: what no label reaches comes before all others.
Json LabelStudio::result_for(const LabelStudioTask& task, const LabelConfig& config) {
  Json result = {{"result", Json::array()}, {"score", 0.0}, {"model_version", version()}};
  if (task.values.empty() || task.values.size() != engine_.session().learner().width()) {
    return result;
  }
  Sample sample;
  sample.values = task.values;
  Prediction prediction;
  engine_.predict(sample, prediction);
  const std::string label(engine_.session().answer(prediction));
  if (!prediction.known || !config.offers(label)) return result;
  result["score"] = prediction.probability[prediction.best];
  result["result"].push_back({{"id", "mpart"},
                              {"from_name", config.from_name},
                              {"to_name", config.to_name},
                              {"type", "choices"},
                              {"value", {{"choices", {label}}}}});
  return result;
}

std::string LabelStudio::version() const {
  constexpr std::size_t kDigits = 6;
  const std::string number = std::to_string(version_after(engine_.lessons().changes()));
  return "mpart-" + std::string(kDigits - std::min(kDigits, number.size()), '0') + number;
}

std::uint64_t version_after(std::uint64_t changes) {
  constexpr std::uint64_t kPart = 10;
  std::uint64_t version = 0;
  while (true) {
    const std::uint64_t next = version + std::max<std::uint64_t>(1, version / kPart);
    if (next > changes) return version;
    version = next;
  }
}

}  // namespace mpart::serve
