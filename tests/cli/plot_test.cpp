#include <gtest/gtest.h>

#include <string>

#include "cli/program.hpp"

namespace mpart::tests {
namespace {

constexpr std::string_view kPng("\x89PNG\r\n\x1a\n", 8);

class Plot : public testing::Test {
 protected:
  Plot() {
    EXPECT_EQ(run(folder,
                  "mpart run $DATA/fashion4d.csv --test $DATA/fashion4d-test.csv --model m "
                  "--curve c.csv --limit 500")
                  .code,
              0);
  }

  void expect_pictures(const std::string& command) const {
    for (const char* name : {"p.svg", "p.png", "P.PNG"}) {
      const Ended ended = run(folder, command + " --out " + name);
      ASSERT_EQ(ended.code, 0) << ended.err;
      EXPECT_EQ(ended.err + ended.out, "") << name;
      const std::string picture = contents(folder.file(name));
      EXPECT_GT(picture.size(), 3000U) << name;
      if (std::string_view(name).ends_with("svg")) {
        EXPECT_EQ(picture.find("<?xml"), 0U);
        EXPECT_NE(picture.find("</svg>"), std::string::npos);
      } else {
        EXPECT_EQ(std::string_view(picture).substr(0, kPng.size()), kPng);
      }
    }
  }

  void expect_refused(const std::string& command, const std::string& error) const {
    const auto before = everything_in(folder);
    const Ended ended = run(folder, command);
    EXPECT_EQ(ended.code, 2) << command;
    EXPECT_EQ(ended.err, "mpart: " + error + "\n");
    EXPECT_EQ(everything_in(folder), before) << command;
  }

  TemporaryFolder folder;
};

TEST_F(Plot, DrawsACurve) { expect_pictures("mpart plot curve c.csv --title 'So far'"); }

TEST_F(Plot, DrawsSeveralCurves) {
  ASSERT_EQ(run(folder, "cp c.csv other.csv").code, 0);
  expect_pictures("mpart plot curve c.csv other.csv --online");
}

TEST_F(Plot, DrawsTheTopology) {
  expect_pictures("mpart plot topology m");
  expect_pictures("mpart plot topology m --data $DATA/fashion4d.csv --axes 1,3");
}

TEST_F(Plot, RefusesAnUnknownEnding) {
  for (const std::string name : {"p.jpg", "p"}) {
    const std::string error = name + ": a picture's name has to end in .svg or .png";
    expect_refused("mpart plot curve c.csv --out " + name, error);
    expect_refused("mpart plot topology m --out " + name, error);
  }
}

TEST_F(Plot, RefusesAMissingFolderAndAMissingFile) {
  expect_refused("mpart plot curve c.csv --out none/p.svg",
                 "none/p.svg: cannot write: No such file or directory");
  expect_refused("mpart plot curve none.csv --out p.svg", "none.csv: No such file or directory");
}

TEST_F(Plot, RefusesWhatIsNoCurve) {
  overwrite(folder.file("d.csv"), "a,b\n0.1,0.2\n");
  expect_refused("mpart plot curve d.csv --out p.svg",
                 "d.csv: not a file that mpart run --curve wrote");
  overwrite(folder.file("e.csv"), "a,b,c,d,e,online_accuracy\n1,2,3,4,x,6\n");
  expect_refused("mpart plot curve e.csv --out p.svg",
                 "e.csv:2: column 5 (e): \"x\" is not a number");
}

TEST_F(Plot, AnOldCurveWithoutTheShareOfAnswersIsDrawnByItsTestAccuracy) {
  const std::string before = "samples,queries,labels,nodes,classes,online_accuracy";
  overwrite(folder.file("old.csv"), before + ",test_accuracy\n100,1,1,9,1,0.5,0.25\n");
  overwrite(folder.file("new.csv"), before + ",online_answered\n100,1,1,9,1,0.25,0.5\n");
  ASSERT_EQ(run(folder, "mpart plot curve old.csv --title t --out old.svg").code, 0);
  ASSERT_EQ(run(folder,
                "mpart plot curve new.csv --title t --out new.svg; "
                "sed -i s/old/new/g old.svg")
                .code,
            0);
  EXPECT_EQ(contents(folder.file("old.svg")), contents(folder.file("new.svg")));
}

}  // namespace
}  // namespace mpart::tests
