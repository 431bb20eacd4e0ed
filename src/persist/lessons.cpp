#include "persist/lessons.hpp"

#include <utility>

namespace mpart {

std::string Lesson::encode() const {
  Writer writer;
  writer.u64(task);
  writer.u64(annotation);
  writer.text(label);
  writer.f64s(values);
  return writer.bytes();
}

Lesson Lesson::decode(std::uint8_t kind, std::string_view bytes) {
  Reader reader(bytes);
  Lesson lesson;
  lesson.kind = static_cast<Kind>(kind);
  lesson.task = reader.u64();
  lesson.annotation = reader.u64();
  lesson.label = reader.text();
  lesson.values = reader.f64s();
  return lesson;
}

bool Lessons::is_news(const Lesson& lesson) const {
  if (lesson.kind == Lesson::Kind::kTask) return !tasks_.contains(lesson.task);
  const auto found = annotations_.find(lesson.annotation);
  if (found == annotations_.end()) return true;
  const Annotation& annotation = found->second;
  if (annotation.state == State::kDeleted) return false;
  if (lesson.kind == Lesson::Kind::kDeleted) return true;
  if (lesson.kind == Lesson::Kind::kNoLabel) return annotation.state == State::kLabelled;
  return annotation.state != State::kLabelled || annotation.label != lesson.label;
}

void Lessons::learn(const Lesson& lesson, Session& session) {
  if (!is_news(lesson)) return;
  switch (lesson.kind) {
    case Lesson::Kind::kTask:
      return learn_task(lesson, session);
    case Lesson::Kind::kLabel:
      return learn_label(lesson, session);
    case Lesson::Kind::kNoLabel:
      return take_back(annotations_[lesson.annotation], State::kWithoutLabel, session);
    case Lesson::Kind::kDeleted:
      return take_back(annotations_[lesson.annotation], State::kDeleted, session);
  }
}

void Lessons::learn_task(const Lesson& lesson, Session& session) {
  if (tasks_.contains(lesson.task)) return;
  Sample sample;
  sample.values = lesson.values;
  session.learn(sample);
  tasks_.insert(lesson.task);
}

void Lessons::learn_label(const Lesson& lesson, Session& session) {
  learn_task(lesson, session);
  // The new label first: if it is refused, the old one stays.
  const Receipt receipt = session.volunteer(lesson.values, lesson.label);
  Annotation& annotation = annotations_[lesson.annotation];
  if (annotation.state == State::kLabelled) session.take_back(annotation.receipt);
  annotation = {State::kLabelled, receipt, lesson.label};
  ++changes_;
}

void Lessons::take_back(Annotation& annotation, State state, Session& session) {
  if (annotation.state == State::kLabelled) {
    session.take_back(annotation.receipt);
    ++changes_;
  }
  annotation = {state, {}, {}};
}

std::string Lessons::encode() const {
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

Lessons Lessons::decode(std::string_view bytes, const Session& session) {
  Lessons lessons;
  if (bytes.empty()) return lessons;
  const std::vector<std::string>& classes = session.learner().classes();
  Reader reader(bytes);
  lessons.changes_ = reader.u64();
  for (std::size_t i = reader.count(8); i > 0; --i) lessons.tasks_.insert(reader.u64());
  constexpr std::size_t kAnnotationBytes = 8 + 1 + 8 + 4;
  for (std::size_t i = reader.count(kAnnotationBytes); i > 0; --i) {
    Annotation& annotation = lessons.annotations_[reader.u64()];
    const std::uint8_t state = reader.u8();
    require(state <= static_cast<std::uint8_t>(State::kDeleted), "no such annotation");
    annotation.state = static_cast<State>(state);
    annotation.receipt.node = reader.u64();
    annotation.receipt.label = reader.u32();
    if (annotation.state != State::kLabelled) continue;
    require(annotation.receipt.label < classes.size(), "an annotation of no class");
    annotation.label = classes[annotation.receipt.label];
  }
  require(reader.done(), "something follows its end");
  return lessons;
}

}  // namespace mpart
