#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "serve/engine.hpp"
#include "serve/http_server.hpp"
#include "serve/label_studio_messages.hpp"

namespace mpart::serve {

// Label Studio's protocol for the model behind it: it sends tasks to be predicted, and tells of
// every annotation. docs/label-studio.md says what is learned when.
class LabelStudio {
 public:
  // `key`: where the values of a task stand in its data.
  LabelStudio(Engine& engine, std::string key) : engine_(engine), key_(std::move(key)) {}

  // Label Studio knows HTTP basic authentication alone, so it may be used here.
  static bool calls(std::string_view path);

  // All throw Problem.
  HttpResponse setup(const std::string& body) const;
  HttpResponse versions() const;
  // Answers at once; what it says is learned when it is on disk.
  HttpResponse webhook(const std::string& body);
  // Answers when the tasks that are new have been learned.
  void predict(const nlohmann::json& body, std::shared_ptr<HttpReply> reply);

 private:
  std::string version() const;
  std::size_t width_for(const LabelStudioTasks& read) const;
  nlohmann::json result_for(const LabelStudioTask& task, const LabelConfig& config);

  Engine& engine_;
  std::string key_;
};

// The version of a model whose labels have changed so many times. It moves with every change at
// first, and later when they have become a tenth more: Label Studio scores all tasks again when it
// moves.
std::uint64_t version_after(std::uint64_t changes);

}  // namespace mpart::serve
