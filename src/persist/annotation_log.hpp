#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/session.hpp"
#include "wire/bytes.hpp"

namespace mpart {

// What a labelling tool says without being asked, by its own numbers: a task is there, an
// annotation gives it this label, or gives it none any more, or is gone for good.
struct AnnotationEvent {
  enum class Kind : std::uint8_t { kTask = wire::kJournalAnnotation, kLabel, kNoLabel, kDeleted };

  Kind kind = Kind::kTask;
  std::uint64_t task = 0;        // of kTask and kLabel
  std::uint64_t annotation = 0;  // of all but kTask
  std::string label;             // of kLabel
  std::vector<double> values;    // of the task, with kTask and kLabel

  static bool is_one(std::uint8_t kind) {
    return kind >= wire::kJournalAnnotation && kind <= static_cast<std::uint8_t>(Kind::kDeleted);
  }
  std::string encode() const;  // all but its kind
  static AnnotationEvent decode(std::uint8_t kind,
                                std::string_view bytes);  // throws Error(kInvalidData)
};

// What was learned from events. A task is learned once, and so is a label, however often they are
// told; an annotation that was deleted stays so, whatever is told of it late.
class AnnotationLog {
 public:
  bool is_news(const AnnotationEvent& event) const;
  bool knows_annotation(std::uint64_t id) const { return annotations_.contains(id); }

  // Throws Error(kInvalidData) if the session refuses it.
  void learn(const AnnotationEvent& event, Session& session);

  std::uint64_t changes() const { return changes_; }  // labels given, corrected or taken back, ever

  std::string encode() const;
  // Throws Error(kInvalidData) if the bytes do not fit the session they were saved with.
  static AnnotationLog decode(std::string_view bytes, const Session& session);

 private:
  enum class State : std::uint8_t { kLabelled, kWithoutLabel, kDeleted };
  struct Annotation {
    State state = State::kWithoutLabel;
    Receipt receipt;
    std::string label;
  };

  void learn_task(const AnnotationEvent& event, Session& session);
  void learn_label(const AnnotationEvent& event, Session& session);
  void take_back(Annotation& annotation, State state, Session& session);

  std::set<std::uint64_t> tasks_;
  std::map<std::uint64_t, Annotation> annotations_;
  std::uint64_t changes_ = 0;
};

}  // namespace mpart
