#include "serve/label_studio/messages.hpp"

#include <algorithm>
#include <pugixml.hpp>
#include <string_view>

#include "mpart/error.hpp"
#include "serve/http_json.hpp"
#include "wire/limits.hpp"

namespace mpart::serve {

using Json = nlohmann::json;

namespace {

const Json& member(const Json& object, const char* key) {
  static const Json nothing;
  if (!object.is_object()) return nothing;
  const auto found = object.find(key);
  return found == object.end() ? nothing : *found;
}

std::uint64_t id_of(const Json& object, const char* what) {
  if (const auto id = whole_number_of(member(object, "id"))) return *id;
  throw invalid_data(std::string(what) + " with a number as its \"id\" expected");
}

std::optional<LabelConfig> config_in(const Json& object, const char* key) {
  const Json& xml = member(object, key);
  return xml.is_string() ? read_label_config(xml.get_ref<const std::string&>()) : std::nullopt;
}

// The class that was chosen; empty if none was, or several were.
std::string label_in(const Json& result, const std::optional<LabelConfig>& config) {
  if (!result.is_array()) throw invalid_data("an annotation's \"result\" must be an array");
  for (const Json& region : result) {
    const bool right_tag = !config || member(region, "from_name") == config->from_name;
    if (!right_tag || member(region, "type") != "choices") continue;
    const Json& choices = member(member(region, "value"), "choices");
    if (choices.is_array() && choices.size() == 1 && choices[0].is_string()) {
      const auto& label = choices[0].get_ref<const std::string&>();
      wire::check_label(label);
      return label;
    }
  }
  return {};
}

AnnotationEvent event_of(const Json& annotation, const std::optional<LabelConfig>& config) {
  AnnotationEvent event;
  event.kind = AnnotationEvent::Kind::kNoLabel;
  event.annotation = id_of(annotation, "an annotation");
  if (member(annotation, "was_cancelled") == true) return event;
  event.label = label_in(member(annotation, "result"), config);
  if (!event.label.empty()) event.kind = AnnotationEvent::Kind::kLabel;
  return event;
}

// One, or an array of them.
std::vector<const Json*> all_of(const Json& one_or_many) {
  std::vector<const Json*> all;
  if (one_or_many.is_object()) all.push_back(&one_or_many);
  if (one_or_many.is_array()) {
    for (const Json& one : one_or_many) all.push_back(&one);
  }
  return all;
}

// The numbers under `key` in a task's data; empty if there is no array of numbers.
std::vector<double> values_of_task(const Json& task, const std::string& key) {
  const Json& numbers = member(member(task, "data"), key.c_str());
  const auto is_number = [](const Json& value) { return value.is_number(); };
  if (!numbers.is_array() || !std::all_of(numbers.begin(), numbers.end(), is_number)) return {};
  return numbers.get<std::vector<double>>();
}

std::vector<AnnotationEvent> read_annotations(const Json& body, const std::string& key) {
  const std::vector<const Json*> annotations = all_of(member(body, "annotation"));
  const std::vector<const Json*> tasks = all_of(member(body, "task"));
  if (annotations.empty() || annotations.size() != tasks.size()) {
    throw invalid_data("annotations with a task each expected: the webhook must send its payload");
  }
  const std::optional<LabelConfig> config = config_in(member(body, "project"), "label_config");
  std::vector<AnnotationEvent> events;
  for (std::size_t i = 0; i < annotations.size(); ++i) {
    events.push_back(event_of(*annotations[i], config));
    if (events.back().kind != AnnotationEvent::Kind::kLabel) continue;
    events.back().task = id_of(*tasks[i], "a task");
    events.back().values = values_of_task(*tasks[i], key);
    if (events.back().values.empty()) {
      throw invalid_data("the data of task " + std::to_string(events.back().task) +
                         " have no array of numbers as \"" + key + "\"");
    }
  }
  return events;
}

// Label Studio says ANNOTATIONS_DELETED, its own library listens for ANNOTATION_DELETED.
std::vector<AnnotationEvent> read_deleted(const Json& body) {
  std::vector<const Json*> annotations = all_of(member(body, "annotations"));
  if (annotations.empty()) annotations = all_of(member(body, "annotation"));
  if (annotations.empty()) throw invalid_data("the annotations that were deleted expected");
  std::vector<AnnotationEvent> events;
  for (const Json* annotation : annotations) {
    events.emplace_back();
    events.back().kind = AnnotationEvent::Kind::kDeleted;
    events.back().annotation = id_of(*annotation, "an annotation");
  }
  return events;
}

}  // namespace

std::optional<LabelConfig> read_label_config(const std::string& xml) {
  pugi::xml_document document;
  if (!document.load_buffer(xml.data(), xml.size())) return std::nullopt;
  const pugi::xml_node choices = document.find_node([](const pugi::xml_node& tag) {
    return tag.name() == std::string_view("Choices") && !tag.attribute("name").empty() &&
           !tag.attribute("toName").empty() && !tag.attribute("perRegion").as_bool();
  });
  if (!choices) return std::nullopt;
  LabelConfig config;
  config.from_name = choices.attribute("name").value();
  config.to_name = choices.attribute("toName").value();
  config.to_name = config.to_name.substr(0, config.to_name.find(','));
  choices.find_node([&](const pugi::xml_node& tag) {  // Choice tags may be grouped by others
    for (const char* name : {"value", "alias"}) {
      const pugi::xml_attribute attribute = tag.attribute(name);
      if (tag.name() == std::string_view("Choice") && !attribute.empty()) {
        config.choices.insert(attribute.value());
      }
    }
    return false;
  });
  return config;
}

LabelStudioTasks read_tasks(const Json& body, const std::string& key) {
  LabelStudioTasks read;
  const Json& tasks = member(body, "tasks");
  if (!tasks.is_array()) throw invalid_data("\"tasks\" must be an array");
  read.config = config_in(body, "label_config");
  for (const Json& task : tasks) {
    LabelStudioTask& one = read.tasks.emplace_back();
    one.id = id_of(task, "a task");
    one.values = values_of_task(task, key);
    for (const Json* annotation : all_of(member(task, "annotations"))) {
      AnnotationEvent event = event_of(*annotation, read.config);
      if (event.kind != AnnotationEvent::Kind::kLabel || one.values.empty()) continue;
      event.task = one.id;
      event.values = one.values;
      one.events.push_back(std::move(event));
    }
  }
  return read;
}

std::optional<std::vector<AnnotationEvent>> read_webhook(const Json& body, const std::string& key) {
  const Json& named = member(body, "action");
  if (!named.is_string()) throw invalid_data("\"action\" must be a text");
  const std::string_view action = named.get_ref<const std::string&>();
  if (action == "START_TRAINING") return std::vector<AnnotationEvent>{};  // it learns all the time
  if (action == "ANNOTATION_CREATED" || action == "ANNOTATIONS_CREATED" ||
      action == "ANNOTATION_UPDATED") {
    return read_annotations(body, key);
  }
  if (action == "ANNOTATIONS_DELETED" || action == "ANNOTATION_DELETED") return read_deleted(body);
  return std::nullopt;
}

}  // namespace mpart::serve
