#include "util/similar_name.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace mpart {
namespace {

const std::vector<std::string_view> kNames = {"run", "predict", "inspect", "--budget", "--seed"};

TEST(SimilarName, CountsInsertedRemovedReplacedAndSwappedLetters) {
  EXPECT_EQ(edit_distance("run", "run"), 0U);
  EXPECT_EQ(edit_distance("run", "runs"), 1U);
  EXPECT_EQ(edit_distance("run", "un"), 1U);
  EXPECT_EQ(edit_distance("run", "ran"), 1U);
  EXPECT_EQ(edit_distance("run", "rnu"), 1U);
  EXPECT_EQ(edit_distance("", "run"), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(SimilarName, FindsWhatWasMeant) {
  EXPECT_EQ(similar_name("rnu", kNames), "run");
  EXPECT_EQ(similar_name("predcit", kNames), "predict");
  EXPECT_EQ(similar_name("--buget", kNames), "--budget");
  EXPECT_EQ(similar_name("pre", kNames), "predict") << "the only one that begins so";
}

TEST(SimilarName, SaysNothingOfWhatIsFarOff) {
  for (const char* typed : {"", "xyz", "--", "completely different"}) {
    EXPECT_EQ(similar_name(typed, kNames), "") << typed;
    EXPECT_EQ(did_you_mean(typed, kNames), "") << typed;
  }
  EXPECT_EQ(did_you_mean("rnu", kNames), "; did you mean run?");
}

}  // namespace
}  // namespace mpart
