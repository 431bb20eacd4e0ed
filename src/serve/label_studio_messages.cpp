#include "serve/label_studio_messages.hpp"

#include <algorithm>
#include <string_view>

#include "serve/limits.hpp"
#include "serve/request_body.hpp"

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
  const Json& id = member(object, "id");
  if (!id.is_number_unsigned()) {
    throw Problem{400, std::string(what) + " with a number as its \"id\" expected"};
  }
  return id.get<std::uint64_t>();
}

std::optional<LabelConfig> config_in(const Json& object, const char* key) {
  const Json& xml = member(object, key);
  return xml.is_string() ? read_label_config(xml.get_ref<const std::string&>()) : std::nullopt;
}

// The class that was chosen; empty if none was, or several were.
std::string label_in(const Json& result, const std::optional<LabelConfig>& config) {
  if (!result.is_array()) throw Problem{400, "an annotation's \"result\" must be an array"};
  for (const Json& region : result) {
    const bool right_tag = !config || member(region, "from_name") == config->from_name;
    if (!right_tag || member(region, "type") != "choices") continue;
    const Json& choices = member(member(region, "value"), "choices");
    if (choices.is_array() && choices.size() == 1 && choices[0].is_string()) {
      return checked_label(choices[0].get<std::string>());
    }
  }
  return {};
}

Lesson lesson_of(const Json& annotation, const std::optional<LabelConfig>& config) {
  Lesson lesson;
  lesson.kind = Lesson::Kind::kNoLabel;
  lesson.annotation = id_of(annotation, "an annotation");
  if (member(annotation, "was_cancelled") == true) return lesson;
  lesson.label = label_in(member(annotation, "result"), config);
  if (!lesson.label.empty()) lesson.kind = Lesson::Kind::kLabel;
  return lesson;
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

std::vector<Lesson> read_annotations(const Json& body, const std::string& key) {
  const std::vector<const Json*> annotations = all_of(member(body, "annotation"));
  const std::vector<const Json*> tasks = all_of(member(body, "task"));
  if (annotations.empty() || annotations.size() != tasks.size()) {
    throw Problem{400, "annotations with a task each expected: the webhook must send its payload"};
  }
  const std::optional<LabelConfig> config = config_in(member(body, "project"), "label_config");
  std::vector<Lesson> lessons;
  for (std::size_t i = 0; i < annotations.size(); ++i) {
    lessons.push_back(lesson_of(*annotations[i], config));
    if (lessons.back().kind != Lesson::Kind::kLabel) continue;
    lessons.back().task = id_of(*tasks[i], "a task");
    lessons.back().values = values_of_task(*tasks[i], key);
    if (lessons.back().values.empty()) {
      throw Problem{400, "the data of task " + std::to_string(lessons.back().task) +
                             " have no array of numbers as \"" + key + "\""};
    }
  }
  return lessons;
}

// Label Studio says ANNOTATIONS_DELETED, its own library listens for ANNOTATION_DELETED.
std::vector<Lesson> read_deleted(const Json& body) {
  std::vector<const Json*> annotations = all_of(member(body, "annotations"));
  if (annotations.empty()) annotations = all_of(member(body, "annotation"));
  if (annotations.empty()) throw Problem{400, "the annotations that were deleted expected"};
  std::vector<Lesson> lessons;
  for (const Json* annotation : annotations) {
    lessons.emplace_back();
    lessons.back().kind = Lesson::Kind::kDeleted;
    lessons.back().annotation = id_of(*annotation, "an annotation");
  }
  return lessons;
}

}  // namespace

std::vector<double> values_of_task(const Json& task, const std::string& key) {
  const Json& numbers = member(member(task, "data"), key.c_str());
  const auto is_number = [](const Json& value) { return value.is_number(); };
  if (!numbers.is_array() || !std::all_of(numbers.begin(), numbers.end(), is_number)) return {};
  return numbers.get<std::vector<double>>();
}

LabelStudioTasks read_tasks(const Json& body, const std::string& key) {
  LabelStudioTasks read;
  const Json& tasks = member(body, "tasks");
  if (!tasks.is_array()) throw Problem{400, "\"tasks\" must be an array"};
  read.config = config_in(body, "label_config");
  for (const Json& task : tasks) {
    LabelStudioTask& one = read.tasks.emplace_back();
    one.id = id_of(task, "a task");
    one.values = values_of_task(task, key);
    for (const Json* annotation : all_of(member(task, "annotations"))) {
      Lesson lesson = lesson_of(*annotation, read.config);
      if (lesson.kind != Lesson::Kind::kLabel || one.values.empty()) continue;
      lesson.task = one.id;
      lesson.values = one.values;
      one.lessons.push_back(std::move(lesson));
    }
  }
  return read;
}

std::optional<std::vector<Lesson>> read_webhook(const Json& body, const std::string& key) {
  const Json& named = member(body, "action");
  if (!named.is_string()) throw Problem{400, "\"action\" must be a text"};
  const std::string_view action = named.get_ref<const std::string&>();
  if (action == "START_TRAINING") return std::vector<Lesson>{};  // it learns all the time
  if (action == "ANNOTATION_CREATED" || action == "ANNOTATIONS_CREATED" ||
      action == "ANNOTATION_UPDATED") {
    return read_annotations(body, key);
  }
  if (action == "ANNOTATIONS_DELETED" || action == "ANNOTATION_DELETED") return read_deleted(body);
  return std::nullopt;
}

}  // namespace mpart::serve
