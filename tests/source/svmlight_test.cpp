#include <gtest/gtest.h>

#include "source/readers.hpp"
#include "source/support.hpp"

namespace mpart::test {
namespace {

using Values = std::vector<double>;

TEST(Svmlight, PairsOfIndexAndValueFillADenseSample) {
  const auto samples = read_all(*read_svmlight(
      stream_of("a.svm", "+1 1:0.5 3:-2e-1 # a comment\n\n# alone\n-1 qid:3 2:1\n2\n"), 4, {}));
  ASSERT_EQ(samples.size(), 3);
  EXPECT_EQ(samples[0].values, (Values{0.5, 0, -0.2, 0}));
  EXPECT_EQ(samples[1].values, (Values{0, 1, 0, 0}));
  EXPECT_EQ(samples[2].values, (Values{0, 0, 0, 0}));
  EXPECT_EQ(labels_of(samples), (std::vector<std::string>{"+1", "-1", "2"}));
  EXPECT_EQ(samples[1].row, 4);
}

TEST(Svmlight, AFileIsAsWideAsItsLargestIndexAndAPipeNeedsToSayIt) {
  const TemporaryFolder folder;
  const std::string path = folder.write("a.libsvm", "1 1:1\n0 1:2 7:3\n");
  EXPECT_EQ(open_source(path)->width(), 7);
  SourceOptions options;
  options.features = 9;
  EXPECT_EQ(open_source(path, options)->width(), 9);
  EXPECT_EQ(
      bad_input_of([] { read_svmlight(stream_of("a.svm", "1 1:1\n"), 0, {}); }),
      "a.svm: the number of features is not known; say it by --feature-count, from 1 to 1048576");
}

TEST(Svmlight, WhatIsWrongIsNamedByLine) {
  const auto error_of = [](const std::string& text) {
    return bad_input_of([&] { read_all(*read_svmlight(stream_of("a.svm", text), 4, {})); });
  };
  EXPECT_EQ(error_of("1 0:1\n"), "a.svm:1: an index from 1 to 1048576 expected, 0 found");
  EXPECT_EQ(error_of("1 2:1 1:1\n"), "a.svm:1: index 1 after 2, growing indices expected");
  EXPECT_EQ(error_of("1 1:1\n1 5:1\n"), "a.svm:2: 4 features expected, index 5 found");
  EXPECT_EQ(error_of("1 x\n"), "a.svm:1: index:value expected, \"x\" found");
  EXPECT_EQ(error_of("1 1:nan\n"), "a.svm:1: index:value expected, \"1:nan\" found");
}

}  // namespace
}  // namespace mpart::test
