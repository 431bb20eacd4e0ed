#include "prepare/read_ahead.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "prepare/message_of.hpp"

using namespace mpart;
using namespace mpart::test;

namespace {

// Rows 1 to `rows`; the tenth cannot be read. Tells in which thread the last was read.
class Numbers final : public Source {
 public:
  Numbers(std::uint64_t rows, std::thread::id* reader) : rows_(rows), reader_(reader) {}

  bool next(Sample& sample) override {
    *reader_ = std::this_thread::get_id();
    if (row_ == rows_) return false;
    sample.row = ++row_;
    sample.values.assign(2, static_cast<double>(row_));
    if (row_ == 10) throw invalid_data("row 10 is bad");
    return true;
  }
  std::size_t width() const override { return 2; }
  std::optional<double> progress() const override {
    return static_cast<double>(row_) / static_cast<double>(rows_);
  }

 private:
  std::uint64_t rows_;
  std::thread::id* reader_;
  std::uint64_t row_ = 0;
};

}  // namespace

TEST(ReadAhead, SamplesAndErrorsComeInTheirOrderFromAnotherThread) {
  for (const std::size_t block : {1, 3, 7, 100}) {
    std::thread::id reader;
    {
      const auto source = embed::read_ahead(std::make_unique<Numbers>(25, &reader), block);
      EXPECT_EQ(source->width(), 2U);
      Sample sample;
      for (std::uint64_t row = 1; row <= 25; ++row) {
        if (row == 10) {
          EXPECT_EQ(message_of([&] { source->next(sample); }), "row 10 is bad");
          continue;
        }
        ASSERT_TRUE(source->next(sample)) << row;
        EXPECT_EQ(sample.row, row);
        EXPECT_EQ(sample.values, std::vector<double>(2, static_cast<double>(row)));
      }
      EXPECT_FALSE(source->next(sample));
      EXPECT_FALSE(source->next(sample));
      EXPECT_EQ(source->progress(), 1.0);
    }
    EXPECT_NE(reader, std::this_thread::get_id());
  }
}

TEST(ReadAhead, MayBeLeftAtAnyPlace) {
  for (std::uint64_t taken = 0; taken < 9; ++taken) {
    std::thread::id reader;
    const auto source = embed::read_ahead(std::make_unique<Numbers>(1000000, &reader), 2);
    Sample sample;
    for (std::uint64_t i = 0; i < taken; ++i) ASSERT_TRUE(source->next(sample));
  }
}
