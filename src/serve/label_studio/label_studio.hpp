#pragma once

#include <span>
#include <string>
#include <utility>

#include "serve/engine.hpp"
#include "serve/http_json.hpp"
#include "serve/label_studio/messages.hpp"
#include "serve/routes.hpp"

namespace mpart::serve {

// Label Studio's protocol for the model behind a project (an "ML backend"): it sends tasks to be
// predicted, and every annotation. docs/label-studio.md says what is learned when.
class LabelStudio {
 public:
  // `key`: name of the values in a task's data. The engine must outlive it.
  LabelStudio(Engine& engine, std::string key) : engine_(engine), key_(std::move(key)) {}

  // Below /label-studio; all but the predictions also at the root, where older set-ups have them.
  // Label Studio knows no other authentication than HTTP's basic one.
  static std::span<const Route<LabelStudio>> routes();

  // {"status":"UP","model_class":"MPART"}, or "DOWN" while nothing can be written to disk.
  Response get_health(Call& call);

 private:
  Response post_setup(Call& call);
  Response get_versions(Call& call);
  Response post_webhook(Call& call);  // answers at once, learns when it is on disk
  Response post_predict(Call& call);  // answers when the tasks that are new have been learned

  std::string version() const;
  std::size_t width_for(const LabelStudioTasks& read) const;
  Json result_for(const LabelStudioTask& task, const LabelConfig& config);

  Engine& engine_;
  std::string key_;
};

// The version of a model whose labels have changed so many times. At first it moves with every
// change, later when there are a tenth more of them, because Label Studio scores all tasks again
// whenever it moves.
std::uint64_t version_after(std::uint64_t changes);

}  // namespace mpart::serve
