#include "mpart/window.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "mpart/error.hpp"

namespace mpart {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

class Rows : public Source {
 public:
  explicit Rows(std::vector<Sample> rows) : rows_(std::move(rows)) {}
  bool next(Sample& sample) override {
    if (at_ == rows_.size()) return false;
    sample = rows_[at_++];
    sample.row = at_;
    return true;
  }
  std::size_t width() const override { return rows_.empty() ? 1 : rows_[0].values.size(); }
  std::optional<double> progress() const override { return std::nullopt; }

 private:
  std::vector<Sample> rows_;
  std::size_t at_ = 0;
};

// Rows of one column, with labels or ids of one letter each.
std::vector<Sample> series(const std::vector<double>& values, const std::string& labels = "",
                           const std::string& ids = "") {
  std::vector<Sample> rows(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    rows[i].values = {values[i]};
    if (!labels.empty() && labels[i] != ' ') rows[i].label = labels[i];
    if (!ids.empty()) rows[i].id = ids[i];
  }
  return rows;
}

std::vector<Sample> windows_of(std::vector<Sample> rows, const std::string& window,
                               bool by_id = false) {
  const auto source =
      windowed(std::make_unique<Rows>(std::move(rows)), parse_window(window), by_id);
  std::vector<Sample> windows;
  Sample sample;
  while (source->next(sample)) windows.push_back(sample);
  return windows;
}

std::vector<double> means(const std::vector<Sample>& windows) {
  std::vector<double> all;
  for (const Sample& window : windows) all.push_back(window.values[0]);
  return all;
}

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Window, HoldsMeanDeviationLeastMostChangeAndEnergyOfEveryColumn) {
  std::vector<Sample> rows(3);
  rows[0].values = {1, 10};
  rows[1].values = {4, 10};
  rows[2].values = {1, 10};
  const std::vector<Sample> windows = windows_of(rows, "3");
  ASSERT_EQ(windows.size(), 1U);
  const std::vector<double>& values = windows[0].values;
  ASSERT_EQ(values.size(), 12U);
  EXPECT_DOUBLE_EQ(values[0], 2);
  EXPECT_DOUBLE_EQ(values[1], std::sqrt(2.));
  EXPECT_EQ((std::vector<double>(values.begin() + 2, values.end())),
            (std::vector<double>{1, 4, 0, 9, 10, 0, 10, 10, 0, 0}));
}

TEST(Window, FollowEachOtherWithoutAStep) {
  const std::vector<Sample> windows = windows_of(series({1, 3, 5, 7, 9}), "2");
  EXPECT_EQ(means(windows), (std::vector<double>{2, 6}));
  EXPECT_EQ(windows[1].row, 4U);
}

TEST(Window, OverlapWithAStepBelowTheirSize) {
  EXPECT_EQ(means(windows_of(series({1, 2, 3, 4, 5, 6}), "3,1")),
            (std::vector<double>{2, 3, 4, 5}));
  EXPECT_EQ(means(windows_of(series({1, 2, 3, 4, 5, 6, 7}), "3,2")),
            (std::vector<double>{2, 4, 6}));
}

TEST(Window, LeaveRowsOutWithAStepAboveTheirSize) {
  EXPECT_EQ(means(windows_of(series({1, 2, 3, 4, 5, 6, 7, 8}), "2,3")),
            (std::vector<double>{1.5, 4.5, 7.5}));
}

TEST(Window, HasTheMostFrequentLabelAndOfEqualOnesTheLater) {
  const std::vector<double> values = {1, 1, 1, 1};
  EXPECT_EQ(windows_of(series(values, "aaba"), "4")[0].label, "a");
  EXPECT_EQ(windows_of(series(values, "aabb"), "4")[0].label, "b");
  EXPECT_EQ(windows_of(series(values, "abba"), "4")[0].label, "a");
  EXPECT_EQ(windows_of(series(values, "  a "), "4")[0].label, "a");
  EXPECT_EQ(windows_of(series(values, "    "), "4")[0].label, "");
}

TEST(Window, NeverHoldsRowsOfTwoSeries) {
  const std::vector<Sample> rows = series({1, 2, 3, 10, 20, 30, 40}, "", "aaabbbb");
  EXPECT_EQ(means(windows_of(rows, "2", true)), (std::vector<double>{1.5, 15, 35}));
  EXPECT_EQ(means(windows_of(rows, "3,1", true)), (std::vector<double>{2, 20, 30}));
  EXPECT_EQ(means(windows_of(rows, "2,5", true)), (std::vector<double>{1.5, 15}));
  EXPECT_EQ(means(windows_of(rows, "2", false)), (std::vector<double>{1.5, 6.5, 25}));
}

TEST(Window, LeavesMissingValuesOut) {
  EXPECT_EQ(means(windows_of(series({1, kMissing, 3}), "3")), (std::vector<double>{2}));
  const std::vector<Sample> windows = windows_of(series({kMissing, kMissing}), "2");
  for (const double value : windows[0].values) EXPECT_TRUE(std::isnan(value));
}

TEST(Window, StreamWithoutAWholeWindowIsAnError) {
  EXPECT_EQ(error_of([] {
              windows_of(series({1, 2}), "3");
            }),
            "--window 3,3: 3 rows expected, 2 rows in all found; give a smaller window");
  EXPECT_EQ(error_of([] {
              windows_of(series({1, 2}, "", "ab"), "2", true);
            }),
            "--window 2,2: 2 rows of one series expected, 2 rows in all found; give a smaller "
            "window");
  EXPECT_TRUE(windows_of({}, "3").empty());
}

TEST(Window, OptionIsASizeAndAStep) {
  EXPECT_EQ(parse_window("50"), (WindowOptions{50, 50}));
  EXPECT_EQ(parse_window("50,25"), (WindowOptions{50, 25}));
  for (const char* wrong : {"", "0", "-1", "a", "5,", "5,0", "5,1,2", "1000001", "5;2"}) {
    EXPECT_NE(error_of([&] { parse_window(wrong); }).find("N or N,STEP expected"),
              std::string::npos)
        << wrong;
  }
}

TEST(Window, OptionsAreSavedAndLoaded) {
  Writer out;
  parse_window("50,25").save(out);
  Reader in(out.bytes());
  EXPECT_EQ(WindowOptions::load(in), (WindowOptions{50, 25}));
  Writer wrong;
  wrong.u64(50);
  wrong.u64(0);
  Reader damaged(wrong.bytes());
  EXPECT_THROW(WindowOptions::load(damaged), Error);
}

TEST(Window, NamesSayColumnAndWhat) {
  const std::vector<std::string> columns = {"x", "y"};
  const std::vector<std::string> names = window_names(columns);
  ASSERT_EQ(names.size(), 12U);
  EXPECT_EQ(names[0], "x.mean");
  EXPECT_EQ(names[5], "x.energy");
  EXPECT_EQ(names[11], "y.energy");
}

}  // namespace
}  // namespace mpart
