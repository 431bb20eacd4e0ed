#include <gtest/gtest.h>

#include "source/npy_bytes.hpp"
#include "source/readers.hpp"
#include "source/support.hpp"

namespace mpart::test {
namespace {

using Values = std::vector<double>;
using Labels = std::vector<std::string>;

std::string idx(int type, std::initializer_list<std::uint32_t> shape, const std::string& data) {
  std::string bytes{'\0', '\0', static_cast<char>(type), static_cast<char>(shape.size())};
  return bytes + bytes_of(shape, true) + data;
}

std::vector<Sample> read(const std::string& images) {
  return read_all(*read_idx(stream_of("images", images), nullptr, {}));
}

std::string error_of(const std::string& images, const std::string& labels = "",
                     bool tells_size = true) {
  return bad_input_of([&] {
    auto label_stream = labels.empty() ? nullptr : stream_of("labels", labels);
    read_all(*read_idx(stream_of("images", images, std::string::npos, tells_size),
                       std::move(label_stream), {}));
  });
}

TEST(Idx, PicturesAreFlattenedAndScaledAndLabelled) {
  const std::string images = idx(0x08, {2, 2, 2}, std::string("\0\x33\x66\xFF\1\2\3\4", 8));
  const std::string labels = idx(0x08, {2}, std::string("\x07\0", 2));
  const auto samples =
      read_all(*read_idx(stream_of("images", images), stream_of("labels", labels), {}));
  ASSERT_EQ(samples.size(), 2);
  EXPECT_EQ(samples[0].values, (Values{0, 0.2, 0.4, 1}));
  EXPECT_EQ(samples[1].row, 2);
  EXPECT_EQ(labels_of(samples), (Labels{"7", "0"}));
}

TEST(Idx, OtherTypesAreBigEndianAndNotScaled) {
  EXPECT_EQ(read(idx(0x09, {1, 2}, std::string("\x80\x7F", 2)))[0].values, (Values{-128, 127}));
  EXPECT_EQ(read(idx(0x0B, {1, 2}, bytes_of<std::int16_t>({-2, 258}, true)))[0].values,
            (Values{-2, 258}));
  EXPECT_EQ(read(idx(0x0C, {1, 1}, bytes_of<std::int32_t>({70000}, true)))[0].values,
            (Values{70000}));
  EXPECT_EQ(read(idx(0x0D, {1, 1}, bytes_of<float>({0.5F}, true)))[0].values, (Values{0.5}));
  EXPECT_EQ(read(idx(0x0E, {2}, bytes_of<double>({0.5, 0.1}, true)))[1].values, (Values{0.1}));
}

TEST(BadIdx, NumberOfLabelsMustBeThatOfPictures) {
  EXPECT_EQ(error_of(idx(0x08, {3, 1, 1}, "abc"), idx(0x08, {2}, "ab")),
            "labels: 2 labels found for 3 rows of images");
}

TEST(BadIdx, OtherFileIsRefused) {
  EXPECT_EQ(error_of("abc"), "images: not an IDX file");
  EXPECT_EQ(error_of("a,b,c\n"), "images: not an IDX file");
  EXPECT_EQ(error_of(idx(0x0A, {1}, "a")), "images: not an IDX file");
}

TEST(BadIdx, CutFileIsRefused) {
  EXPECT_EQ(error_of(std::string("\0\0\x08\x03\0\0", 6)), "images: the IDX header ends early");
  EXPECT_EQ(error_of(idx(0x08, {3, 2, 2}, std::string(11, 'a'))),
            "images: 3 rows of 4 bytes expected, 11 bytes found");
  EXPECT_EQ(error_of(idx(0x08, {3, 2, 2}, std::string(11, 'a')), "", false),
            "images:3: 4 bytes expected, 3 found");
}

TEST(BadIdx, DimensionThatLiesAllocatesNothing) {
  for (const bool tells_size : {true, false}) {
    EXPECT_EQ(error_of(idx(0x08, {1, 0xFFFFFFFF, 0xFFFFFFFF}, "a"), "", tells_size),
              "images: row of more than 64 MiB");
  }
  EXPECT_EQ(error_of(idx(0x08, {0, 28, 28}, "")), "images: no rows");
  EXPECT_EQ(error_of(idx(0x08, {}, "")), "images: array without dimensions");
}

}  // namespace
}  // namespace mpart::test
