#include "serve/label_studio/label_studio.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "mpart/error.hpp"

namespace mpart::serve {

namespace {

// A batch of tasks with all of their values is larger than other requests.
constexpr wire::JsonBounds kBounds{.most_values = wire::kMostTaskJson};

}  // namespace

std::span<const Route<LabelStudio>> LabelStudio::routes() {
  constexpr Access kBasic = Access::kTokenOrPassword;
  static constexpr Route<LabelStudio> kTable[] = {
      {"GET", "/label-studio", &LabelStudio::get_health, Access::kProbe},
      {"GET", "/label-studio/health", &LabelStudio::get_health, Access::kProbe},
      {"POST", "/label-studio/setup", &LabelStudio::post_setup, kBasic, kTasksBody},
      {"POST", "/label-studio/predict", &LabelStudio::post_predict, kBasic, kTasksBody},
      {"POST", "/label-studio/webhook", &LabelStudio::post_webhook, kBasic, kTasksBody},
      {"GET", "/label-studio/versions", &LabelStudio::get_versions, kBasic},
      {"POST", "/setup", &LabelStudio::post_setup, kBasic, kTasksBody},
      {"POST", "/webhook", &LabelStudio::post_webhook, kBasic, kTasksBody},
      {"GET", "/versions", &LabelStudio::get_versions, kBasic},
  };
  return kTable;
}

Response LabelStudio::get_health(Call& /*call*/) {
  const bool up = !engine_.disk().error();
  return json_response({{"status", up ? "UP" : "DOWN"}, {"model_class", "MPART"}}, up ? 200 : 503);
}

Response LabelStudio::post_setup(Call& call) {
  const Json request = parsed(call.request.body, kBounds);
  const auto schema = request.find("schema");
  if (schema == request.end() || !schema->is_string()) {
    throw invalid_data("\"schema\" must be a labelling configuration");
  }
  if (!read_label_config(schema->get_ref<const std::string&>())) {
    throw invalid_data("the labelling configuration has no Choices tag");
  }
  return json_response({{"model_version", version()}});
}

Response LabelStudio::get_versions(Call& /*call*/) {
  return json_response({{"versions", {version()}}});
}

Response LabelStudio::post_webhook(Call& call) {
  const auto events = read_webhook(parsed(call.request.body, kBounds), key_);
  if (!events) return json_response({{"status", "Unknown event"}});
  engine_.disk().require_writable();
  const std::size_t width = engine_.session().learner().width();
  for (const AnnotationEvent& event : *events) {
    const std::size_t found = event.values.size();
    if (event.kind == AnnotationEvent::Kind::kLabel && width != 0 && found != width) {
      throw invalid_data("task " + std::to_string(event.task) + ": " + std::to_string(width) +
                         " values expected, " + std::to_string(found) + " found");
    }
  }
  for (const AnnotationEvent& event : *events) engine_.disk().teach(event);
  engine_.disk().when_written([](const WriteBehind::Written& /*written*/) {});
  return json_response({{"status", "ok"}, {"result", Json::object()}}, 201);
}

Response LabelStudio::post_predict(Call& call) {
  const auto read = std::make_shared<const LabelStudioTasks>(
      read_tasks(parsed(call.request.body, kBounds), key_));
  if (!read->config) throw invalid_data("\"label_config\" has no Choices tag");
  const std::size_t width = width_for(*read);
  const bool can_learn = !engine_.disk().error();
  for (const LabelStudioTask& task : read->tasks) {
    if (!can_learn || task.values.size() != width) continue;
    engine_.disk().teach({AnnotationEvent::Kind::kTask, task.id, 0, {}, task.values});
    // Annotations from before the model was connected. A webhook tells of all others.
    for (const AnnotationEvent& event : task.events) {
      if (!engine_.disk().durable().annotation_log().knows_annotation(event.annotation)) {
        engine_.disk().teach(event);
      }
    }
  }
  engine_.disk().when_written(
      [this, read, reply = call.reply](const WriteBehind::Written& /*written*/) {
        Json results = Json::array();
        for (const LabelStudioTask& task : read->tasks) {
          results.push_back(result_for(task, *read->config));
        }
        reply->send(json_response({{"results", std::move(results)}}));
      });
  return std::nullopt;
}

// The model's width, or else that of the first task that has values. A task without values gets no
// prediction, but if none has any, something is set up wrongly.
std::size_t LabelStudio::width_for(const LabelStudioTasks& read) const {
  std::size_t width = engine_.session().learner().width();
  for (const LabelStudioTask& task : read.tasks) {
    if (width == 0) width = task.values.size();
  }
  const auto fits = [&](const LabelStudioTask& task) {
    return width != 0 && task.values.size() == width;
  };
  if (!read.tasks.empty() && std::none_of(read.tasks.begin(), read.tasks.end(), fits)) {
    throw invalid_data("no task has an array of " +
                       (width == 0 ? std::string() : std::to_string(width) + " ") +
                       "numbers as \"" + key_ + "\" in its data");
  }
  return width;
}

// Label Studio shows the lowest score first: tasks that no label reaches come before all others.
Json LabelStudio::result_for(const LabelStudioTask& task, const LabelConfig& config) {
  Json result = {{"result", Json::array()}, {"score", 0.0}, {"model_version", version()}};
  if (task.values.empty() || task.values.size() != engine_.session().learner().width()) {
    return result;
  }
  Sample sample;
  sample.values = task.values;
  Prediction prediction;
  engine_.predict(sample, prediction);
  const std::string label(engine_.session().predicted(prediction));
  if (!prediction.known || !config.offers(label)) return result;
  result["score"] = calibrated_best(prediction);
  result["result"].push_back({{"id", "mpart"},
                              {"from_name", config.from_name},
                              {"to_name", config.to_name},
                              {"type", "choices"},
                              {"value", {{"choices", {label}}}}});
  return result;
}

std::string LabelStudio::version() const {
  constexpr std::size_t kDigits = 6;
  const std::string number =
      std::to_string(version_after(engine_.disk().durable().annotation_log().changes()));
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
