#include <gtest/gtest.h>

#include "mpart/error.hpp"
#include "prepare/message_of.hpp"
#include "prepare/picture_bytes.hpp"
#include "prepare/pictures.hpp"
#include "util/atomic_file.hpp"

using namespace mpart;
using namespace mpart::test;

// The files of tests/prepare/data/pictures, made by make_pictures.py beside it.
namespace {

constexpr std::size_t kWidth = 32, kHeight = 16, kPixels = kWidth * kHeight;

std::string bytes_of(const std::string& name) {
  return read_file(MPART_SOURCE_DIR "/tests/prepare/data/pictures/" + name);
}

std::vector<double> values_of(const std::string& bytes, bool grey = false,
                              std::uint64_t most = kPixels) {
  std::vector<double> values;
  embed::picture_reader({.grey = grey, .most_pixels = most})(bytes, values);
  return values;
}

// Red, green and blue in the middle of a block.
std::vector<double> colour(const std::vector<double>& values, std::size_t row, std::size_t column) {
  const std::size_t at = (8 * row + 4) * kWidth + 16 * column + 8;
  return {values.at(at), values.at(kPixels + at), values.at(2 * kPixels + at)};
}

void expect_blocks(const std::string& name, double tolerance) {
  const std::vector<double> values = values_of(bytes_of(name));
  ASSERT_EQ(values.size(), 3 * kPixels) << name;
  const std::vector<double> expected[2][2] = {{{1, 0, 0}, {0, 1, 0}}, {{0, 0, 1}, {1, 1, 1}}};
  for (std::size_t row = 0; row < 2; ++row) {
    for (std::size_t column = 0; column < 2; ++column) {
      const std::vector<double> found = colour(values, row, column);
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(found[i], expected[row][column][i], tolerance)
            << name << " block " << row << ' ' << column << " channel " << i;
      }
    }
  }
}

class WholeFormats : public testing::TestWithParam<const char*> {};

}  // namespace

TEST(PictureFormats, EveryFormatShowsTheSame) {
  for (const char* const name :
       {"blocks.png", "blocks.webp", "blocks.bmp", "palette.bmp", "blocks.gif", "interlaced.gif",
        "animated.gif", "blocks.tif", "planes8.tif", "bgra.bmp", "deflate.tiff", "lzw.tiff",
        "big-endian.tif"}) {
    expect_blocks(name, 1e-6);
  }
  for (const char* const name : {"blocks.jpg", "progressive.jpg", "cmyk.jpg"}) {
    expect_blocks(name, 0.02);
  }
}

TEST(PictureFormats, APictureIsTurnedUprightAsItsCameraSays) {
  expect_blocks("lying.jpg", 0.02);
  expect_blocks("mirrored.jpg", 0.02);
  expect_blocks("lying.png", 1e-6);
  expect_blocks("lying.webp", 1e-6);
  expect_blocks("lying.tif", 1e-6);
}

TEST(PictureFormats, SixteenBitsAreNotRoundedToEight) {
  for (const char* const name : {"ramp16.png", "ramp16.tif"}) {
    const std::vector<double> values = values_of(bytes_of(name), true);
    ASSERT_EQ(values.size(), kPixels) << name;
    for (std::size_t y = 0; y < kHeight; ++y) {
      for (std::size_t x = 0; x < kWidth; ++x) {
        const double expected =
            (static_cast<double>(x) * 2048 + static_cast<double>(y) * 3) / 65535;
        ASSERT_NEAR(values[y * kWidth + x], expected, 1e-5) << name << ' ' << y << ' ' << x;
      }
    }
  }
}

TEST(PictureFormats, AFirstFrameLiesOnItsCanvas) {
  const std::vector<double> values = values_of(bytes_of("small-first-frame.gif"));
  ASSERT_EQ(values.size(), 3 * kPixels);
  EXPECT_EQ(colour(values, 0, 1), (std::vector<double>{0, 1, 0}));
  EXPECT_EQ(colour(values, 1, 1), (std::vector<double>{1, 1, 1}));
  EXPECT_EQ(colour(values, 0, 0), colour(values, 1, 0));  // the background
}

// OpenCV reads these with wrong colours, or not at all.
TEST(PictureFormats, AKindThatIsNotReadIsRefusedByName) {
  const auto refusal = [](const std::string& bytes) {
    return message_of([&] { values_of(bytes, false, 0); });
  };
  EXPECT_EQ(refusal(bytes_of("rgba-order.bmp")),
            "a BMP with its colours in an unusual order is not read; save it as PNG");
  EXPECT_EQ(refusal(bytes_of("planes16.tif")),
            "a TIFF of more than 8 bits with its colours one after another is not read; save it as "
            "PNG");
  std::string bmp = bytes_of("palette.bmp");
  bmp[10] = 54;  // where its pixels begin; here, its colours
  bmp[11] = 0;
  EXPECT_EQ(refusal(bmp), "a BMP with pixels in its head is not read; save it as PNG");
  bmp = bytes_of("palette.bmp");
  bmp[30] = 1;
  EXPECT_EQ(refusal(bmp), "a BMP with run lengths is not read; save it as PNG");
  bmp[14] = 12;
  EXPECT_EQ(refusal(bmp), "a BMP of OS/2 is not read; save it as PNG");
}

TEST(PictureFormats, BlackAndWhiteOfAFaxIsRead) {
  const std::vector<double> values = values_of(bytes_of("bilevel.tif"));
  ASSERT_EQ(values.size(), 3 * kPixels);
  EXPECT_EQ(colour(values, 1, 1), (std::vector<double>{1, 1, 1}));
}

TEST_P(WholeFormats, HaveTheirSizeInTheHeadAndNoPrefixIsTakenForThem) {
  const std::string bytes = bytes_of(GetParam());
  ASSERT_TRUE(embed::is_whole_picture(bytes));
  EXPECT_TRUE(embed::looks_like_picture(bytes.substr(0, 64)));
  ASSERT_TRUE(embed::picture_size(bytes));
  EXPECT_EQ(embed::picture_size(bytes)->pixels(), kPixels);
  EXPECT_EQ(message_of([&] { values_of(bytes, false, kPixels - 1); }),
            "a picture of at most 511 pixels expected, 512 found");
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(embed::is_whole_picture(bytes.substr(0, size))) << size;
  }
}

// Whatever is flipped, the result is values or an error, of a size that was asked about before.
TEST_P(WholeFormats, WithAByteChangedAreReadOrRefused) {
  const std::string whole = bytes_of(GetParam());
  testing::internal::CaptureStderr();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char flip : {'\x01', '\x80', '\xFF'}) {
      std::string bytes = whole;
      bytes[at] = static_cast<char>(bytes[at] ^ flip);
      try {
        EXPECT_LE(values_of(bytes, true, 4 * kPixels).size(), 4 * kPixels) << at;
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInvalidData) << at;
      }
    }
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

INSTANTIATE_TEST_SUITE_P(PictureFormats, WholeFormats,
                         testing::Values("blocks.gif", "interlaced.gif", "animated.gif",
                                         "small-first-frame.gif", "blocks.tif", "deflate.tiff",
                                         "lzw.tiff", "big-endian.tif", "ramp16.tif"));

TEST(PictureFormats, ATileOrAStripFarLargerThanItsPictureIsRefused) {
  const std::string bytes = bytes_of("big-endian.tif");
  const std::size_t rows = bytes.find(std::string("\x01\x16\x00\x03\x00\x00\x00\x01", 8));
  ASSERT_NE(rows, std::string::npos);
  std::string large = bytes;
  large.replace(rows + 2, 10, std::string("\x00\x04\x00\x00\x00\x01\x7F\xFF\xFF\xFF", 10));
  EXPECT_TRUE(embed::is_whole_picture(large));
  EXPECT_FALSE(embed::picture_size(large));
  std::string twice = bytes;  // the rows of a strip as a second width
  twice.replace(rows, 2, std::string("\x01\x00", 2));
  EXPECT_FALSE(embed::picture_size(twice));
}

TEST(PictureFormats, TextIsNoPicture) {
  EXPECT_FALSE(
      embed::looks_like_picture("BMI,age,label\n21.5,40,a\n22.5,41,b\n23.5,42,a\n24.5,43"));
  EXPECT_FALSE(embed::looks_like_picture("GIF of the day"));
  EXPECT_FALSE(embed::looks_like_picture(""));
  EXPECT_FALSE(embed::is_whole_picture("II*"));
  EXPECT_FALSE(embed::is_whole_picture("GIF89a"));
}
