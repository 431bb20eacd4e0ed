#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "persist/lessons.hpp"
#include "serve/label_config.hpp"

// What Label Studio says, docs/label-studio.md. All throw Problem (serve/request_body.hpp) where it
// does not say it.
namespace mpart::serve {

struct LabelStudioTask {
  std::uint64_t id = 0;
  std::vector<double> values;   // empty: it has none
  std::vector<Lesson> lessons;  // of the annotations it has
};

struct LabelStudioTasks {
  std::vector<LabelStudioTask> tasks;
  std::optional<LabelConfig> config;
};

// What stands under `key` in the data of a task, as a sample; empty if that is not one.
std::vector<double> values_of_task(const nlohmann::json& task, const std::string& key);

// The body of POST /predict.
LabelStudioTasks read_tasks(const nlohmann::json& body, const std::string& key);

// The body of POST /webhook. Nothing for an action that is of no interest.
std::optional<std::vector<Lesson>> read_webhook(const nlohmann::json& body, const std::string& key);

}  // namespace mpart::serve
