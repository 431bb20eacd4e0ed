#include "stream/preparation_record.hpp"

#include <gtest/gtest.h>

#include "mpart/error.hpp"

namespace mpart::stream {
namespace {

Preparation table(const std::string& name, const std::string& scale) {
  Preparation preparation;
  preparation.columns = Columns({{.name = name}, {.name = "b"}});
  Stage stage;
  stage.kind = Stage::Kind::kScaling;
  stage.name = "scaling";
  stage.bytes = scale;
  preparation.stages.push_back(stage);
  return preparation;
}

std::string refusal(const Preparation& kept, const Preparation& own) {
  try {
    require_same(preparation_records(kept, 64), own, 3);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInvalidArgument);
    return error.what();
  }
  return "";
}

TEST(PreparationRecord, IsOfTheSamePreparation) {
  EXPECT_EQ(refusal(table("a", "to 10"), table("a", "to 10")), "");
}

TEST(PreparationRecord, NamesBothOfTwoThatDiffer) {
  const std::string advice =
      "; start it with the model or the networks of the states, or with another --state and "
      "--group";
  EXPECT_EQ(refusal(table("a", "to 10"), table("c", "to 10")),
            "the columns are c, b; those of the states of partition 3 are a, b" + advice);
  EXPECT_NE(refusal(table("a", "to 10"), table("a", "to 20"))
                .find("networks: this worker has scaling, the states of partition 3 has others of "
                      "the same names"),
            std::string::npos);
  EXPECT_EQ(refusal(table("a", "to 10"), {}),
            "how samples are prepared: the states of partition 3 have columns: 2 numbers; then: "
            "scaling; this worker has none" +
                advice);
}

TEST(PreparationRecord, IsSmallHoweverLargeAStageIs) {
  Preparation preparation;
  Stage stage;
  stage.kind = Stage::Kind::kText;
  stage.bytes = std::string(3 << 20, 'x');
  preparation.stages.push_back(stage);
  const std::vector<StateRecord> records = preparation_records(preparation, 512 << 10);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_LT(records[0].body.size(), 1000U);
  EXPECT_EQ(records[0].model, kPreparationKey);
}

}  // namespace
}  // namespace mpart::stream
