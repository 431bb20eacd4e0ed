#include <gtest/gtest.h>

#include <cmath>

#include "source/npy_bytes.hpp"
#include "source/readers.hpp"
#include "source/support.hpp"

namespace mpart::test {
namespace {

using Values = std::vector<double>;
using Labels = std::vector<std::string>;

std::vector<Sample> read(const std::string& bytes) {
  return read_all(*read_npy(stream_of("x.npy", bytes), nullptr, {}));
}

// Labels of a file that has as many rows as `labels`.
Labels read_labels(const std::string& labels, std::size_t count,
                   const SourceOptions& options = {}) {
  const std::string shape = "(" + std::to_string(count) + ", 1)";
  const std::string features = npy("|b1", shape, std::string(count, '\1'));
  return labels_of(
      read_all(*read_npy(stream_of("x.npy", features), stream_of("y.npy", labels), options)));
}

template <typename T>
void expect_numbers(const std::string& type, std::initializer_list<T> written) {
  const std::string little = npy("<" + type, "(1, 3)", bytes_of(written));
  const std::string big = npy(">" + type, "(1, 3)", bytes_of(written, true));
  Values expected;
  for (const T value : written) expected.push_back(static_cast<double>(value));
  EXPECT_EQ(read(little).at(0).values, expected) << type;
  EXPECT_EQ(read(big).at(0).values, expected) << type;
}

TEST(Npy, NumbersOfEveryTypeAndByteOrderAreRead) {
  expect_numbers<float>("f4", {0.25F, -1.5F, 1e30F});
  expect_numbers<double>("f8", {0.1, -1e-300, 1e300});
  expect_numbers<std::int8_t>("i1", {-128, 0, 127});
  expect_numbers<std::int16_t>("i2", {-32768, 258, 32767});
  expect_numbers<std::int32_t>("i4", {-2147483647, 16909060, 2147483647});
  expect_numbers<std::int64_t>("i8", {-4294967297, 1, 4294967297});
  expect_numbers<std::uint16_t>("u2", {0, 258, 65535});
  expect_numbers<std::uint32_t>("u4", {0, 16909060, 4294967295});
  expect_numbers<std::uint64_t>("u8", {0, 1, 4294967297});
}

TEST(Npy, UnsignedBytesArePicturesAndScaledToOne) {
  EXPECT_EQ(read(npy("|u1", "(1, 3)", std::string("\x00\x33\xFF", 3)))[0].values,
            (Values{0, 0.2, 1}));
}

TEST(Npy, BooleansAreZeroAndOne) {
  EXPECT_EQ(read(npy("|b1", "(1, 2)", std::string("\0\1", 2)))[0].values, (Values{0, 1}));
}

TEST(Npy, OneDimensionIsWidthOneAndMoreThanTwoAreFlattened) {
  const std::string data = bytes_of<float>({1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(read(npy("<f4", "(8,)", data))[7].values, (Values{8}));
  const auto samples = read(npy("<f4", "(2, 2, 2)", data));
  ASSERT_EQ(samples.size(), 2);
  EXPECT_EQ(samples[1].values, (Values{5, 6, 7, 8}));
  EXPECT_EQ(samples[1].row, 2);
}

TEST(Npy, EveryVersionOfTheHeaderIsRead) {
  for (const int version : {1, 2, 3}) {
    EXPECT_EQ(read(npy("<f4", "(2,)", bytes_of<float>({1, 2}), version)).size(), 2) << version;
  }
}

TEST(Npy, KeysOfTheHeaderComeInAnyOrderAndPython2IsUnderstood) {
  const std::string header = "{\"shape\":(2L,1L),'fortran_order':False,'descr':'<f4'}";
  EXPECT_EQ(read(npy_with_header(header, bytes_of<float>({1, 2}))).size(), 2);
}

TEST(Npy, IntegerLabelsAreKeptExactly) {
  const std::int64_t large = 9007199254740993;  // not a double
  EXPECT_EQ(read_labels(npy("<i8", "(3,)", bytes_of<std::int64_t>({-1, 0, large})), 3),
            (Labels{"-1", "0", "9007199254740993"}));
  EXPECT_EQ(read_labels(npy("|u1", "(2, 1)", std::string("\x07\xFF", 2)), 2), (Labels{"7", "255"}));
}

TEST(Npy, FloatLabelsPrintAsIntegersWhereTheyAreAndNanIsMissing) {
  EXPECT_EQ(read_labels(npy("<f8", "(4,)", bytes_of<double>({3, -2, 0.5, NAN})), 4),
            (Labels{"3", "-2", "0.5", ""}));
}

TEST(Npy, TextLabelsAreReadAsUtf8) {
  const std::string unicode =
      bytes_of<char32_t>({U'c', U'a', U't', U'\u00E9', 0, 0, U'\U0001F600', U'\u4E2D', 0});
  EXPECT_EQ(read_labels(npy("<U3", "(3,)", unicode), 3),
            (Labels{"cat", "\xC3\xA9", "\xF0\x9F\x98\x80\xE4\xB8\xAD"}));
  EXPECT_EQ(read_labels(npy("|S3", "(3,)", std::string("catb\0\0?\0\0", 9)), 3),
            (Labels{"cat", "b", ""}));
}

TEST(Npy, BooleanLabelsAreWords) {
  EXPECT_EQ(read_labels(npy("|b1", "(2,)", std::string("\0\1", 2)), 2), (Labels{"false", "true"}));
}

TEST(Npy, NegativeLabelIsMissingOnlyWhereTheCallerSaysSo) {
  SourceOptions options;
  options.missing_label = "-1";
  EXPECT_EQ(read_labels(npy("<i4", "(2,)", bytes_of<std::int32_t>({-1, 1})), 2, options),
            (Labels{"", "1"}));
}

}  // namespace
}  // namespace mpart::test
