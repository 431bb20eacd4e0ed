#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "serve/label_studio_messages.hpp"
#include "serve/request_body.hpp"

using namespace mpart;

namespace {

void require(bool fact) {
  if (!fact) __builtin_trap();
}

// Every lesson can be learned, and is the same when it is read from the log.
void check(const Lesson& lesson) {
  const bool has_label = lesson.kind == Lesson::Kind::kLabel;
  require(has_label == !lesson.label.empty());
  require(has_label == !lesson.values.empty());
  for (const double value : lesson.values) require(std::isfinite(value));
  const auto kind = static_cast<std::uint8_t>(lesson.kind);
  require(Lesson::is_one(kind));
  require(Lesson::decode(kind, lesson.encode()).encode() == lesson.encode());
}

template <typename Read>
void try_to(Read read) {
  try {
    read();
  } catch (const serve::Problem& problem) {
    require(problem.status == 400 && !problem.what.empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  if (const auto config = serve::read_label_config(bytes)) {
    require(!config->from_name.empty());
  }
  try_to([&] {
    const auto lessons = serve::read_webhook(serve::parsed(bytes), "values");
    if (!lessons) return;
    for (const Lesson& lesson : *lessons) check(lesson);
  });
  try_to([&] {
    const nlohmann::json body = serve::parsed(bytes);
    const serve::LabelStudioTasks read = serve::read_tasks(body, "values");
    require(read.tasks.size() == body["tasks"].size());
    for (const serve::LabelStudioTask& task : read.tasks) {
      for (const Lesson& lesson : task.lessons) check(lesson);
    }
  });
  return 0;
}
