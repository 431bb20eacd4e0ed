#include <gtest/gtest.h>

#include <algorithm>

#include "source/csv_records.hpp"
#include "source/npy_bytes.hpp"
#include "source/readers.hpp"
#include "source/support.hpp"

namespace mpart::test {
namespace {

// The same bytes again and again after a beginning, without end.
class EndlessInput : public ByteInput {
 public:
  EndlessInput(std::string beginning, std::string repeated)
      : bytes_(std::move(beginning)), repeated_(std::move(repeated)) {}

  std::size_t read(std::span<char> into) override {
    const std::size_t count = std::min(into.size(), bytes_.size() - position_);
    std::copy_n(bytes_.data() + position_, count, into.data());
    position_ += count;
    if (position_ == bytes_.size()) {
      bytes_ = repeated_;
      position_ = 0;
    }
    return count;
  }

 private:
  std::string bytes_, repeated_;
  std::size_t position_ = 0;
};

std::unique_ptr<ByteStream> endless(const std::string& beginning, const std::string& repeated) {
  return std::make_unique<ByteStream>("endless",
                                      std::make_unique<EndlessInput>(beginning, repeated));
}

void expect_no_allocations(Source& source, int rows = 100000) {
  Sample sample;
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(source.next(sample));  // warm
  const std::size_t before = allocation_count();
  for (int i = 0; i < rows; ++i) ASSERT_TRUE(source.next(sample));
  EXPECT_EQ(allocation_count(), before);
}

TEST(ConstantMemory, CountOfAllocationsCounts) {
  const std::size_t before = allocation_count();
  const std::string text(1000, 'a');
  EXPECT_GT(allocation_count(), before) << text;
}

TEST(ConstantMemory, EndlessCsvAllocatesNothingPerRow) {
  const auto source = read_csv(
      endless(
          "id,x,y,label\n",
          "a name that is too long to be kept inline,0.25,-1e-3,\"another, just as \"\"long\"\"\"\n"
          "b,1,2,c\n\n"),
      {});
  expect_no_allocations(*source);
}

#ifdef MPART_JSON
TEST(ConstantMemory, EndlessJsonlAllocatesNothingPerRow) {
  const auto source = read_jsonl(
      endless("{\"x\":[1,2]}\n",
              "{\"id\":\"a name that is too long to be kept inline\",\"values\":[0.25,-1e-3],"
              "\"label\":\"another one that is just as long\",\"other\":[[1],{}]}\n"
              "{\"values\":[1,2],\"label\":18446744073709551615}\n\n"),
      {});
  expect_no_allocations(*source);
}
#endif

TEST(ConstantMemory, BufferOfAnEndlessStreamDoesNotGrow) {
  CsvRecords records(endless("1,a\n", "2,\"b\nc\"\n3,d\n"));
  ASSERT_TRUE(records.next());
  const std::size_t before = records.stream().buffer_size();
  for (int i = 0; i < 1000000; ++i) ASSERT_TRUE(records.next());
  EXPECT_EQ(records.stream().buffer_size(), before);
  EXPECT_EQ(records.stream().position() / 1000000, 6);
}

TEST(ConstantMemory, ArraysAllocateNothingPerRow) {
  const std::string item = bytes_of<float>({0.5F});
  const auto npy_source =
      read_npy(endless(npy("<f4", "(1000000, 16)", ""), item),
               endless(npy("<U20", "(1000000,)", ""), bytes_of<char32_t>({U'a'})), {});
  expect_no_allocations(*npy_source);
  const auto idx_source =
      read_idx(endless(std::string("\0\0\x08\x02\0\x10\0\0\0\0\0\4", 12), "abcd"), nullptr, {});
  expect_no_allocations(*idx_source);
}

TEST(ConstantMemory, CifarAllocatesNothingPerRow) {
  const auto source = read_cifar(endless(std::string(3073, '\1'), std::string(3073, '\1')), {}, {});
  expect_no_allocations(*source, 10000);
}

TEST(ConstantMemory, SyntheticStreamAllocatesNothingPerRow) {
  for (const char* name : {"moons", "blobs", "late-class", "drift"}) {
    expect_no_allocations(*make_synthetic(std::string(name) + ",samples=0", {}));
  }
}

}  // namespace
}  // namespace mpart::test
