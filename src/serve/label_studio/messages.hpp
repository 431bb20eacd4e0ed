#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "persist/annotation_log.hpp"

// Readers of Label Studio's messages, docs/label-studio.md. All but the first throw
// Error(kInvalidData) for a message that is not as Label Studio sends it.
namespace mpart::serve {

// The part of a Label Studio labelling configuration that says where a class is chosen.
struct LabelConfig {
  std::string from_name, to_name;  // of the first Choices tag that is about a whole task
  std::set<std::string> choices;   // empty: they come with each task

  bool offers(const std::string& label) const { return choices.empty() || choices.contains(label); }
};

// Nothing if the text is not XML, or has no such tag.
std::optional<LabelConfig> read_label_config(const std::string& xml);

struct LabelStudioTask {
  std::uint64_t id = 0;
  std::vector<double> values;           // empty: it has none
  std::vector<AnnotationEvent> events;  // of the annotations it has
};

struct LabelStudioTasks {
  std::vector<LabelStudioTask> tasks;
  std::optional<LabelConfig> config;
};

// Reads the body of POST /label-studio/predict. `key`: name of the values in a task's data.
LabelStudioTasks read_tasks(const nlohmann::json& body, const std::string& key);

// Reads the body of POST /label-studio/webhook. Nothing for an action that is of no interest.
std::optional<std::vector<AnnotationEvent>> read_webhook(const nlohmann::json& body,
                                                         const std::string& key);

}  // namespace mpart::serve
