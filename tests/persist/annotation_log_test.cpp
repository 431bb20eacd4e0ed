#include "persist/annotation_log.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "persist/durable_session.hpp"
#include "temporary_folder.hpp"
#include "util/random.hpp"

namespace mpart {
namespace {

using Kind = AnnotationEvent::Kind;

AnnotationEvent task(std::uint64_t id, std::vector<double> values) {
  return {Kind::kTask, id, 0, {}, std::move(values)};
}
AnnotationEvent label(std::uint64_t annotation, std::uint64_t of_task, std::string label) {
  const double place = static_cast<double>(of_task % 10) / 10;
  return {Kind::kLabel, of_task, annotation, std::move(label), {place, 1 - place}};
}
AnnotationEvent no_label(std::uint64_t annotation) {
  return {Kind::kNoLabel, 0, annotation, {}, {}};
}
AnnotationEvent deleted(std::uint64_t annotation) {
  return {Kind::kDeleted, 0, annotation, {}, {}};
}

class LessonsTest : public testing::Test {
 protected:
  void learn(const AnnotationEvent& event) { annotation_log_.learn(event, session_); }
  std::uint64_t labels() const { return session_.counters().labels; }
  std::uint64_t samples() const { return session_.counters().samples; }

  Session session_;
  AnnotationLog annotation_log_;
};

TEST_F(LessonsTest, ATaskIsLearnedOnce) {
  learn(task(1, {0.1, 0.1}));
  learn(task(1, {0.9, 0.9}));
  EXPECT_EQ(samples(), 1U);
  learn(label(5, 1, "cat"));
  EXPECT_EQ(samples(), 1U);
  learn(label(6, 2, "cat"));
  EXPECT_EQ(samples(), 2U);
  EXPECT_EQ(session_.ledger().asked(), 0U);
}

TEST_F(LessonsTest, ALabelCountsOnceHoweverOftenItIsTold) {
  for (int i = 0; i < 3; ++i) learn(label(5, 1, "cat"));
  EXPECT_EQ(labels(), 1U);
  EXPECT_EQ(annotation_log_.changes(), 1U);
}

TEST_F(LessonsTest, ALabelIsCorrectedTakenBackAndGivenAgain) {
  learn(label(5, 1, "cat"));
  learn(label(5, 1, "dog"));
  EXPECT_EQ(labels(), 1U);
  Scratch scratch;
  Prediction prediction;
  Sample sample;
  sample.values = {0.1, 0.9};
  session_.predict(sample, scratch, prediction);
  EXPECT_EQ(session_.predicted(prediction), "dog");
  EXPECT_EQ(prediction.probability[prediction.best], 1);
  learn(no_label(5));
  learn(no_label(5));
  EXPECT_EQ(labels(), 0U);
  EXPECT_EQ(session_.learner().known_classes(), 0U);
  learn(label(5, 1, "cat"));
  EXPECT_EQ(labels(), 1U);
  EXPECT_EQ(annotation_log_.changes(), 4U);
}

TEST_F(LessonsTest, WhatIsDeletedStaysSo) {
  learn(label(5, 1, "cat"));
  learn(deleted(5));
  learn(deleted(5));
  learn(label(5, 1, "cat"));
  EXPECT_EQ(labels(), 0U);
  learn(deleted(6));  // heard of before its label
  learn(label(6, 1, "cat"));
  EXPECT_EQ(labels(), 0U);
}

TEST_F(LessonsTest, ASampleOfAnotherWidthChangesNothing) {
  learn(label(5, 1, "cat"));
  EXPECT_THROW(learn(task(2, {0.5})), Error);
  EXPECT_THROW(learn({Kind::kLabel, 2, 6, "cat", {0.5}}), Error);
  EXPECT_EQ(samples(), 1U);
  EXPECT_EQ(labels(), 1U);
  EXPECT_FALSE(annotation_log_.knows_annotation(6));
}

TEST_F(LessonsTest, AreSavedWithTheirModel) {
  learn(task(7, {0.7, 0.3}));
  learn(label(5, 1, "cat"));
  learn(label(6, 2, "dog"));
  learn(no_label(6));
  learn(deleted(9));
  AnnotationLog loaded = AnnotationLog::decode(annotation_log_.encode(), session_);
  EXPECT_EQ(loaded.encode(), annotation_log_.encode());
  EXPECT_FALSE(loaded.is_news(task(7, {})));
  EXPECT_FALSE(loaded.is_news(label(5, 1, "cat")));
  EXPECT_TRUE(loaded.is_news(label(5, 1, "dog")));
  EXPECT_TRUE(loaded.is_news(label(6, 2, "dog")));
  EXPECT_FALSE(loaded.is_news(label(9, 2, "dog")));
  EXPECT_THROW(AnnotationLog::decode(annotation_log_.encode(), Session()), Error);
  const std::string bytes = annotation_log_.encode();
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    EXPECT_THROW(AnnotationLog::decode(bytes.substr(0, size), session_), Error);
  }
}

// Killed after any event, with or without a snapshot, a server goes on with the model of one that
// was never stopped.
TEST(DurableLessons, ReplayGivesTheSameModel) {
  const tests::TemporaryFolder folder;
  SessionOptions options;
  Session straight(options);
  AnnotationLog straight_lessons;
  auto store = std::make_unique<StateStore>(folder.path());
  auto durable = std::make_unique<DurableSession>(*store, Session(options), false);
  Random random(7);
  for (int i = 0; i < 400; ++i) {
    const std::uint64_t annotation = random.below(60);
    const double what = random.uniform();
    AnnotationEvent event =
        label(annotation, random.below(100), random.uniform() < 0.5 ? "cat" : "dog");
    if (what < 0.3) event = task(random.below(100), {random.uniform(), random.uniform()});
    if (what > 0.8) event = no_label(annotation);
    if (what > 0.95) event = deleted(annotation);
    straight_lessons.learn(event, straight);
    durable->teach(event);
    const DurableSession::Batch batch = durable->take(store->last_event());
    store->append(batch.events);
    durable->done(batch);
    if (random.uniform() < 0.1) {
      store->save_snapshot(durable->encode(), durable->through(), durable->parts());
    }
    if (random.uniform() < 0.1) {
      durable.reset();
      store.reset();
      store = std::make_unique<StateStore>(folder.path());
      durable = std::make_unique<DurableSession>(*store, Session(options), false);
    }
    ASSERT_EQ(durable->encode(), encode_model(straight)) << i;
    ASSERT_EQ(durable->annotation_log().encode(), straight_lessons.encode()) << i;
  }
}

}  // namespace
}  // namespace mpart
