#include "persist/annotation_log.hpp"

#include "persist/session_access.hpp"

namespace mpart {

std::string AnnotationEvent::encode() const {
  Writer writer;
  writer.u64(task);
  writer.u64(annotation);
  writer.text(label);
  writer.f64s(values);
  return writer.bytes();
}

AnnotationEvent AnnotationEvent::decode(std::uint8_t kind, std::string_view bytes) {
  Reader reader(bytes);
  AnnotationEvent event;
  event.kind = static_cast<Kind>(kind);
  event.task = reader.u64();
  event.annotation = reader.u64();
  event.label = reader.text();
  event.values = reader.f64s();
  return event;
}

bool AnnotationLog::is_news(const AnnotationEvent& event) const {
  if (event.kind == AnnotationEvent::Kind::kTask) return !tasks_.contains(event.task);
  const auto found = annotations_.find(event.annotation);
  if (found == annotations_.end()) return true;
  const Annotation& annotation = found->second;
  if (annotation.state == State::kDeleted) return false;
  if (event.kind == AnnotationEvent::Kind::kDeleted) return true;
  if (event.kind == AnnotationEvent::Kind::kNoLabel) return annotation.state == State::kLabelled;
  return annotation.state != State::kLabelled || annotation.label != event.label;
}

void AnnotationLog::learn(const AnnotationEvent& event, Session& session) {
  if (!is_news(event)) return;
  switch (event.kind) {
    case AnnotationEvent::Kind::kTask:
      return learn_task(event, session);
    case AnnotationEvent::Kind::kLabel:
      return learn_label(event, session);
    case AnnotationEvent::Kind::kNoLabel:
      return take_back(annotations_[event.annotation], State::kWithoutLabel, session);
    case AnnotationEvent::Kind::kDeleted:
      return take_back(annotations_[event.annotation], State::kDeleted, session);
  }
}

void AnnotationLog::learn_task(const AnnotationEvent& event, Session& session) {
  if (tasks_.contains(event.task)) return;
  Sample sample;
  sample.values = event.values;
  SessionAccess(session).learn(sample);
  tasks_.insert(event.task);
}

void AnnotationLog::learn_label(const AnnotationEvent& event, Session& session) {
  learn_task(event, session);
  // The new label first: if it is refused, the old one stays.
  const Receipt receipt = SessionAccess(session).teach(event.values, event.label);
  Annotation& annotation = annotations_[event.annotation];
  if (annotation.state == State::kLabelled) SessionAccess(session).withdraw(annotation.receipt);
  annotation = {State::kLabelled, receipt, event.label};
  ++changes_;
}

void AnnotationLog::take_back(Annotation& annotation, State state, Session& session) {
  if (annotation.state == State::kLabelled) {
    SessionAccess(session).withdraw(annotation.receipt);
    ++changes_;
  }
  annotation = {state, {}, {}};
}

std::string AnnotationLog::encode() const {
  Writer writer;
  writer.u64(changes_);
  writer.u64(tasks_.size());
  for (const std::uint64_t task : tasks_) writer.u64(task);
  writer.u64(annotations_.size());
  for (const auto& [id, annotation] : annotations_) {
    writer.u64(id);
    writer.u8(static_cast<std::uint8_t>(annotation.state));
    writer.u64(annotation.receipt.node);
    writer.u32(annotation.receipt.label);
  }
  return writer.bytes();
}

AnnotationLog AnnotationLog::decode(std::string_view bytes, const Session& session) {
  AnnotationLog events;
  if (bytes.empty()) return events;
  const std::vector<std::string>& classes = session.learner().classes();
  Reader reader(bytes);
  events.changes_ = reader.u64();
  for (std::size_t i = reader.count(8); i > 0; --i) events.tasks_.insert(reader.u64());
  constexpr std::size_t kAnnotationBytes = 8 + 1 + 8 + 4;
  for (std::size_t i = reader.count(kAnnotationBytes); i > 0; --i) {
    Annotation& annotation = events.annotations_[reader.u64()];
    const std::uint8_t state = reader.u8();
    require(state <= static_cast<std::uint8_t>(State::kDeleted),
            "an annotation in an unknown state");
    annotation.state = static_cast<State>(state);
    annotation.receipt.node = reader.u64();
    annotation.receipt.label = reader.u32();
    if (annotation.state != State::kLabelled) continue;
    require(annotation.receipt.label < classes.size(), "an annotation of an unknown class");
    annotation.label = classes[annotation.receipt.label];
  }
  require(reader.done(), "bytes after its end");
  return events;
}

}  // namespace mpart
