// What a run that went wrong says at its end.
#include <gtest/gtest.h>

#include <string>

#include "cli/program.hpp"

namespace mpart::tests {
namespace {

void expect_hint(const std::string& command, const std::string& hint) {
  const TemporaryFolder folder;
  const Ended ended = run(folder, command);
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.err.find("mpart: hint: "), std::string::npos) << command;
  EXPECT_NE(ended.err.find(hint), std::string::npos) << ended.err;
}

// `cells`: what awk prints for each of 200 rows.
std::string table(const std::string& cells) {
  return "awk 'BEGIN{srand(1); for(i=0;i<200;i++) print " + cells + "}' >t.csv; mpart run t.csv ";
}

TEST(Hints, OneNode) {
  expect_hint(table("rand() \",\" rand() \",\" i%2") + "--rho 0", "--rho than 0 ");
}

TEST(Hints, AsManyNodesAsSamples) {
  expect_hint(table("rand() \",\" rand() \",\" i%2") + "--rho 0.9999",
              "a smaller --rho than 0.9999");
}

TEST(Hints, OneClass) {
  expect_hint(table("rand() \",\" rand() \",same\"") + "--budget 1/10", "labels are \"same\"");
}

TEST(Hints, EveryLabelAClassOfItsOwn) {
  expect_hint(table("rand() \",\" rand() \",\" i") + "--label-column 3 --budget 1/10",
              "every label is a class of its own");
}

TEST(Hints, NoLabelInTheData) {
  expect_hint(table("rand() \",\" rand()") + "--unlabelled", "--oracle terminal asks you");
}

TEST(Hints, EverythingClipped) {
  expect_hint(table("5+rand() \",\" 7+rand() \",\" i%2") + "--scale none", "were cut to [0,1]");
}

TEST(Hints, NothingKnown) {
  expect_hint(table("rand() \",\" rand() \",\" i%2") +
                  "--rho 0.9999 --layers 0 --budget 1/150 --test t.csv",
              "no label reaches ");
}

TEST(Hints, ARunThatWentWellHasNone) {
  const TemporaryFolder folder;
  EXPECT_EQ(run(folder, "mpart run $DATA/fashion4d.csv").err, "");
}

}  // namespace
}  // namespace mpart::tests
