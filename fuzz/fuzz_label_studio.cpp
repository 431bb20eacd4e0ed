#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "mpart/error.hpp"
#include "serve/http_json.hpp"
#include "serve/label_studio/messages.hpp"

using namespace mpart;

namespace {

void require(bool fact) {
  if (!fact) __builtin_trap();
}

// Every event can be learned, and is the same when it is read from the log.
void check(const AnnotationEvent& event) {
  const bool has_label = event.kind == AnnotationEvent::Kind::kLabel;
  require(has_label == !event.label.empty());
  require(has_label == !event.values.empty());
  for (const double value : event.values) require(std::isfinite(value));
  const auto kind = static_cast<std::uint8_t>(event.kind);
  require(AnnotationEvent::is_one(kind));
  require(AnnotationEvent::decode(kind, event.encode()).encode() == event.encode());
}

template <typename Read>
void try_to(Read read) {
  try {
    read();
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::kInvalidData && *error.what() != '\0');
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  if (const auto config = serve::read_label_config(bytes)) {
    require(!config->from_name.empty());
  }
  try_to([&] {
    const auto events = serve::read_webhook(serve::parsed(bytes), "values");
    if (!events) return;
    for (const AnnotationEvent& event : *events) check(event);
  });
  try_to([&] {
    const nlohmann::json body = serve::parsed(bytes);
    const serve::LabelStudioTasks read = serve::read_tasks(body, "values");
    require(read.tasks.size() == body["tasks"].size());
    for (const serve::LabelStudioTask& task : read.tasks) {
      for (const AnnotationEvent& event : task.events) check(event);
    }
  });
  return 0;
}
