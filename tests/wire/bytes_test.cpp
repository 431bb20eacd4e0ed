#include "wire/bytes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "mpart/error.hpp"

namespace mpart::wire {
namespace {

TEST(Bytes, OfAnAnswerAreItsQueryAndItsLabel) {
  for (std::uint8_t code = 0; code < kAnswerCodes; ++code) {
    EXPECT_EQ(code_of(kind_of_answer(code)), code);
  }
  EXPECT_EQ(kind_of_answer(0), Answer::Kind::kLabel);
  EXPECT_EQ(kind_of_answer(1), Answer::Kind::kSkip);
  EXPECT_EQ(kind_of_answer(2), Answer::Kind::kWithdraw);
  Writer writer;
  write_answer(writer, {17, Answer::of("cat")});
  EXPECT_EQ(writer.bytes(), std::string("\x11\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0cat", 19));
  Reader reader(writer.bytes());
  const LateAnswer late = read_answer(reader, 0);
  EXPECT_EQ(late.id, 17U);
  EXPECT_EQ(late.answer.label, "cat");
}

std::vector<Sample> written_and_read(const std::vector<Sample>& samples, std::uint8_t kind) {
  Writer writer;
  write_samples(writer, samples);
  Reader reader(writer.bytes());
  EXPECT_EQ(reader.u8(), kind);
  std::vector<Sample> found;
  read_samples(reader, kind, [&](Sample& sample) { found.push_back(sample); });
  EXPECT_TRUE(reader.done());
  return found;
}

TEST(Bytes, OfSamplesAreFloatsWhereThatIsExact) {
  const std::vector<Sample> exact = {{"", 0, {0.5, 0.25}, ""}, {"", 0, {1, 2}, ""}};
  const auto floats = written_and_read(exact, kInputFloats);
  ASSERT_EQ(floats.size(), 2U);
  EXPECT_EQ(floats[1].values, exact[1].values);
  const std::vector<Sample> other = {{"a", 0, {0.1}, ""}, {"", 0, {0.5}, ""}};
  const auto doubles = written_and_read(other, kInputDoubles);
  ASSERT_EQ(doubles.size(), 2U);
  EXPECT_EQ(doubles[0].values, other[0].values);
  EXPECT_EQ(doubles[0].id, "a");
  EXPECT_EQ(doubles[1].id, "");
}

TEST(Bytes, OfSamplesKeepWhatIsMissing) {
  const double missing = std::numeric_limits<double>::quiet_NaN();
  for (const double other : {0.5, 0.1}) {  // as floats, as doubles
    const std::vector<Sample> samples = {{"", 0, {other, missing}, ""}};
    const auto found = written_and_read(samples, other == 0.5 ? kInputFloats : kInputDoubles);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].values[0], other);
    EXPECT_TRUE(std::isnan(found[0].values[1]));
  }
  const std::vector<Sample> infinite = {{"", 0, {std::numeric_limits<double>::infinity()}, ""}};
  Writer writer;
  write_samples(writer, infinite);
  Reader reader(std::string_view(writer.bytes()).substr(1));
  EXPECT_THROW(read_samples(reader, kInputFloats, [](Sample&) {}), Error);
}

TEST(Bytes, OfFloatRowsMustBeAsManyAsTheirHeaderSays) {
  const std::string rows("\1\0\0\0\2\0\0\0\0\0\0\x3f\0\0\x80\x3f", 16);
  const auto samples = read_float_rows(rows, 2);
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[1].values, std::vector<double>{1});
  EXPECT_THROW(read_float_rows(rows, 1), Error);
  EXPECT_THROW(read_float_rows(rows + 'x', 2), Error);
  EXPECT_THROW(read_float_rows(rows.substr(0, 5), 2), Error);
}

}  // namespace
}  // namespace mpart::wire
