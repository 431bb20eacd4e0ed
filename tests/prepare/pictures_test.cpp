#include "prepare/pictures.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "prepare/message_of.hpp"
#include "prepare/picture_bytes.hpp"
#include "prepare/picture_list.hpp"
#include "temporary_folder.hpp"
#include "util/atomic_file.hpp"

using namespace mpart;
using namespace mpart::test;
using embed::is_picture_data;
using embed::list_pictures;
using embed::open_pictures;
using embed::PictureOptions;

namespace {

class Pictures : public testing::Test {
 protected:
  // A picture of one colour.
  std::string write(const std::string& name, cv::Vec3b bgr = {10, 20, 30}, int side = 2) const {
    return write(name, cv::Mat(side, side, CV_8UC3, cv::Scalar(bgr[0], bgr[1], bgr[2])));
  }
  std::string write(const std::string& name, const cv::Mat& picture) const {
    const std::string path = folder_.file(name);
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    EXPECT_TRUE(cv::imwrite(path, picture));
    return path;
  }
  std::string text(const std::string& name, const std::string& bytes) const {
    const std::string path = folder_.file(name);
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    tests::overwrite(path, bytes);
    return path;
  }
  void cut_in_half(const std::string& path) const {
    const std::string bytes = read_file(path);
    tests::overwrite(path, bytes.substr(0, bytes.size() / 2));
  }

  tests::TemporaryFolder folder_;
  std::string all_ = folder_.file(".");
};

cv::Mat noise(int rows, int columns) {
  cv::Mat picture(rows, columns, CV_8UC3);
  cv::RNG random(5);
  random.fill(picture, cv::RNG::UNIFORM, 0, 256);
  return picture;
}

std::vector<Sample> read_all(const std::string& path, const PictureOptions& options = {}) {
  const auto source = open_pictures(list_pictures(path).files, options);
  std::vector<Sample> samples;
  for (Sample sample; source->next(sample);) {
    EXPECT_EQ(sample.values.size(), source->width());
    samples.push_back(sample);
  }
  EXPECT_EQ(source->progress(), 1.0);
  return samples;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected,
                 double tolerance = 1e-5) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << i;
}

// Bilinear with pixel centres at 0.5, the edge repeated; plain.
double bilinear(const cv::Mat& picture, double y, double x, int channel) {
  const auto at = [&](int row, int column) {
    row = std::clamp(row, 0, picture.rows - 1);
    column = std::clamp(column, 0, picture.cols - 1);
    return picture.at<cv::Vec3b>(row, column)[channel] / 255.;
  };
  const int row = static_cast<int>(std::floor(y));
  const int column = static_cast<int>(std::floor(x));
  const double fy = y - row;
  const double fx = x - column;
  return (1 - fy) * ((1 - fx) * at(row, column) + fx * at(row, column + 1)) +
         fy * ((1 - fx) * at(row + 1, column) + fx * at(row + 1, column + 1));
}

}  // namespace

TEST_F(Pictures, ChannelsComeRedFirstOrBlueFirst) {
  const std::string path = write("a.png", {51, 102, 255}, 1);
  expect_near(read_all(path)[0].values, {1, 0.4, 0.2});
  expect_near(read_all(path, {.bgr = true})[0].values, {0.2, 0.4, 1});
}

TEST_F(Pictures, ValuesAreScaledThenShiftedAndDivided) {
  const std::string path = write("a.png", {51, 102, 255}, 1);
  PictureOptions options{.mean = {0.5F, 0.4F, 0.1F}, .std = {0.5F, 1, 0.1F}};
  expect_near(read_all(path, options)[0].values, {1, 0, 1});
  options = {.scale = 1, .mean = {1}, .bgr = true};
  expect_near(read_all(path, options)[0].values, {50, 101, 254});
}

TEST_F(Pictures, RowsOfAChannelStayTogether) {
  const cv::Mat picture = noise(3, 2);
  std::vector<double> expected;
  for (const int channel : {2, 1, 0}) {
    for (int y = 0; y < 3; ++y) {
      for (int x = 0; x < 2; ++x) expected.push_back(picture.at<cv::Vec3b>(y, x)[channel]);
    }
  }
  expect_near(read_all(write("a.png", picture), {.scale = 1})[0].values, expected);
}

TEST_F(Pictures, GreyIsOneChannelOfWeightedColours) {
  const auto samples = read_all(write("a.png", {10, 100, 200}, 1), {.scale = 1, .grey = true});
  expect_near(samples[0].values, {0.114 * 10 + 0.587 * 100 + 0.299 * 200}, 1e-3);
}

TEST_F(Pictures, TwiceTheSizeIsBilinearWithoutRounding) {
  const cv::Mat picture = noise(4, 4);
  const std::vector<double> found = read_all(write("a.png", picture), {.size = 8})[0].values;
  std::vector<double> expected;
  for (const int channel : {2, 1, 0}) {
    for (int y = 0; y < 8; ++y) {
      for (int x = 0; x < 8; ++x) {
        expected.push_back(bilinear(picture, (y + 0.5) / 2 - 0.5, (x + 0.5) / 2 - 0.5, channel));
      }
    }
  }
  expect_near(found, expected);
}

TEST_F(Pictures, HalfTheSizeIsTheMeanOfFourPixels) {
  const cv::Mat picture = noise(6, 6);
  const std::vector<double> found = read_all(write("a.png", picture), {.size = 3})[0].values;
  std::vector<double> expected;
  for (const int channel : {2, 1, 0}) {
    for (int y = 0; y < 3; ++y) {
      for (int x = 0; x < 3; ++x) {
        expected.push_back(bilinear(picture, 2 * y + 0.5, 2 * x + 0.5, channel));
      }
    }
  }
  expect_near(found, expected);
}

TEST_F(Pictures, SubfoldersAreClassesInTheOrderOfNames) {
  write("dog/1.png");
  write("cat/2.JPG");
  write("cat/10.jpeg");
  write("cat/deeper/3.png");
  write("cat/.hidden.png");
  text("cat/notes.txt", "no picture");
  const std::vector<Sample> samples = read_all(all_);
  ASSERT_EQ(samples.size(), 4U);
  const std::vector<std::string> ids = {"cat/10.jpeg", "cat/2.JPG", "cat/deeper/3.png",
                                        "dog/1.png"};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(samples[i].id, ids[i]);
    EXPECT_EQ(samples[i].label, i < 3 ? "cat" : "dog");
    EXPECT_EQ(samples[i].row, i + 1);
  }
}

TEST_F(Pictures, WhatIsPassedOverInAFolderIsNamed) {
  const std::string png = read_file(write("a/1.png"));
  text("a/2", png);      // a picture without an ending
  text("a/3.dat", png);  // one that is not called a picture
  text("a/4", "no picture");
  text("b/notes.txt", "no picture");
  text("b/.hidden", "not looked at");
  const embed::PictureList list = list_pictures(all_);
  ASSERT_EQ(list.files.size(), 2U);
  EXPECT_EQ(list.files[1].id, "a/2");
  EXPECT_EQ(list.passed_over, (std::vector<std::string>{"a/3.dat", "a/4", "b/notes.txt"}));
  EXPECT_TRUE(is_picture_data(folder_.file("a/3.dat")));  // alone it can be meant
  EXPECT_EQ(read_all(folder_.file("a/3.dat")).size(), 1U);
}

TEST_F(Pictures, TheContentDecidesWhichDecoderReadsIt) {
  const std::string jpeg = read_file(write("a.jpg", noise(8, 8)));
  text("b.png", jpeg);
  EXPECT_EQ(read_all(folder_.file("b.png"))[0].values, read_all(folder_.file("a.jpg"))[0].values);
}

TEST_F(Pictures, AFolderWithoutSubfoldersHasNoLabels) {
  write("b.png");
  write("a.png");
  const std::vector<Sample> samples = read_all(all_);
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[0].id, "a.png");
  EXPECT_EQ(samples[0].label, "");
}

TEST_F(Pictures, AListGivesOrderAndLabels) {
  write("p/b.png");
  write("p/a, too.png");
  write("c.png");
  const std::string list = text(
      "list.csv", "path,label\r\np/b.png,shoe\r\n\"p/a, too.png\",\"a \"\"bag\"\"\"\r\n\nc.png\n");
  const std::vector<Sample> samples = read_all(list);
  ASSERT_EQ(samples.size(), 3U);
  EXPECT_EQ(samples[0].id, "p/b.png");
  EXPECT_EQ(samples[0].label, "shoe");
  EXPECT_EQ(samples[1].id, "p/a, too.png");
  EXPECT_EQ(samples[1].label, "a \"bag\"");
  EXPECT_EQ(samples[2].label, "");
}

TEST_F(Pictures, LabelsKeepTheRulesOfOtherData) {
  const std::string list = text("list.csv", "a.png,cat\nb.png," + std::string(201, 'x') + "\n");
  EXPECT_EQ(message_of([&] { list_pictures(list); }),
            list + ":2: the label: at most 200 bytes expected, 201 found");
}

TEST_F(Pictures, ALineOfAListThatNamesNoPictureIsNamed) {
  const std::string list = text("list.csv", "a.png,1\nb.txt,2\n");
  EXPECT_EQ(message_of([&] { open_pictures(list_pictures(list).files, {}); }),
            list +
                ":2: the name of a picture (.png, .jpg, .webp, .gif, .bmp or .tiff) expected, "
                "\"b.txt\" found");
}

TEST_F(Pictures, PictureDataIsRecognised) {
  EXPECT_TRUE(is_picture_data(all_));
  EXPECT_TRUE(is_picture_data("no/such.PNG"));
  EXPECT_TRUE(is_picture_data(text("a.csv", "path,label\nx/1.jpg,cat\n")));
  EXPECT_TRUE(is_picture_data(text("b.txt", "\"x/1,2.jpg\"\n")));
  EXPECT_FALSE(is_picture_data(text("c.csv", "x0,x1,label\n1,2,a.png\n")));
  EXPECT_FALSE(is_picture_data(text("d.csv", "")));
  EXPECT_FALSE(is_picture_data("-"));
  EXPECT_FALSE(is_picture_data("synthetic:moons"));
}

TEST_F(Pictures, ABrokenPictureIsNamedOrSkippedAndCounted) {
  write("a/1.png", noise(16, 16));
  cut_in_half(write("a/2.jpg", noise(16, 16)));
  cut_in_half(write("a/3.png", noise(16, 16)));
  text("a/4.jpg", "no picture");
  text("a/5.png", "");
  write("a/6.jpg", noise(16, 16));
  testing::internal::CaptureStderr();
  EXPECT_EQ(message_of([&] { read_all(all_, {.size = 8}); }),
            folder_.file("./a/2.jpg") + ": not a whole PNG, JPEG, WebP, GIF, BMP or TIFF picture");
  std::vector<std::string> broken;
  const auto source = open_pictures(
      list_pictures(all_).files,
      {.size = 8, .on_broken = [&](const std::string& problem) { broken.push_back(problem); }});
  std::vector<std::string> ids;
  for (Sample sample; source->next(sample);) ids.push_back(sample.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"a/1.png", "a/6.jpg"}));
  ASSERT_EQ(broken.size(), 4U);
  EXPECT_EQ(broken[2],
            folder_.file("./a/4.jpg") + ": not a whole PNG, JPEG, WebP, GIF, BMP or TIFF picture");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(Pictures, OneByItsBytesIsAsOneByItsFile) {
  const cv::Mat picture = noise(16, 16);
  for (const char* const name : {"a.png", "b.jpg"}) {
    const std::string path = write(name, picture);
    std::vector<double> values;
    embed::picture_reader({.size = 8, .most_pixels = 256})(read_file(path), values);
    EXPECT_EQ(values, read_all(path, {.size = 8}).front().values);
  }
  std::vector<double> png, bmp;
  embed::picture_reader({.grey = true})(read_file(write("a.png", picture)), png);
  embed::picture_reader({.grey = true, .most_pixels = 256})(read_file(write("a.bmp", picture)),
                                                            bmp);
  EXPECT_EQ(png, bmp);
}

TEST_F(Pictures, PixelsAreCountedBeforeTheyAreDecoded) {
  for (const char* const name : {"a.png", "a.jpg", "a.webp", "a.bmp"}) {
    const std::string bytes = read_file(write(name, noise(9, 14)));
    ASSERT_TRUE(embed::picture_size(bytes)) << name;
    EXPECT_EQ(embed::picture_size(bytes)->width, 14U) << name;
    EXPECT_EQ(embed::picture_size(bytes)->height, 9U) << name;
    std::vector<double> values;
    EXPECT_EQ(message_of([&] { embed::picture_reader({.most_pixels = 125})(bytes, values); }),
              "a picture of at most 125 pixels expected, 126 found");
  }
  EXPECT_FALSE(embed::picture_size("no picture"));
  EXPECT_FALSE(embed::picture_size(""));
}

TEST_F(Pictures, LosslessAndTransparentWebpIsReadToo) {
  const cv::Mat picture = noise(9, 14);
  std::vector<unsigned char> bytes;
  cv::imencode(".webp", picture, bytes, {cv::IMWRITE_WEBP_QUALITY, 101});  // lossless
  std::string text(bytes.begin(), bytes.end());
  EXPECT_EQ(text.substr(12, 4), "VP8L");
  EXPECT_EQ(embed::picture_size(text)->pixels(), 9U * 14);
  std::vector<double> webp, png;
  embed::picture_reader({.most_pixels = 200})(text, webp);
  embed::picture_reader({.most_pixels = 200})(read_file(write("a.png", picture)), png);
  EXPECT_EQ(webp, png);
  cv::Mat transparent(9, 14, CV_8UC4, cv::Scalar(10, 20, 30, 128));
  cv::imencode(".webp", transparent, bytes, {cv::IMWRITE_WEBP_QUALITY, 80});
  text.assign(bytes.begin(), bytes.end());
  EXPECT_EQ(text.substr(12, 4), "VP8X");
  EXPECT_EQ(embed::picture_size(text)->width, 14U);
  EXPECT_EQ(embed::picture_size(text)->height, 9U);
}

// The decoder of a JPEG reduces it, pictures of other kinds are reduced after decoding.
TEST_F(Pictures, ALargeOneIsAsItsSmallCopy) {
  cv::Mat small(60, 80, CV_8UC3);
  for (int y = 0; y < small.rows; ++y) {
    for (int x = 0; x < small.cols; ++x) {
      small.at<cv::Vec3b>(y, x) =
          cv::Vec3b(static_cast<std::uint8_t>(3 * x), static_cast<std::uint8_t>(4 * y),
                    static_cast<std::uint8_t>(x + 2 * y));
    }
  }
  cv::Mat large;
  cv::resize(small, large, cv::Size(2400, 1800), 0, 0, cv::INTER_NEAREST);  // 4.3 million pixels
  const std::vector<double> expected =
      read_all(write("small.png", small), {.size = 20}).front().values;
  for (const char* const name : {"a.png", "a.jpg", "a.webp"}) {
    std::vector<double> values;
    embed::picture_reader({.size = 20})(read_file(write(name, large)), values);
    ASSERT_EQ(values.size(), expected.size()) << name;
    for (std::size_t i = 0; i < values.size(); ++i) {
      ASSERT_NEAR(values[i], expected[i], 0.02) << name << ' ' << i;
    }
  }
}

TEST_F(Pictures, AProgressiveJpegIsCountedToo) {
  std::vector<unsigned char> bytes;
  cv::imencode(".jpg", noise(40, 50), bytes, {cv::IMWRITE_JPEG_PROGRESSIVE, 1});
  const std::string text(bytes.begin(), bytes.end());
  EXPECT_EQ(embed::picture_size(text)->pixels(), 2000U);
  EXPECT_GT(embed::scan_count(text), 1U);
  EXPECT_LT(embed::scan_count(text), 20U);
}

TEST_F(Pictures, AJpegThatAsksForManyPassesOrHidesItsHeadIsRefused) {
  const std::string bytes = read_file(write("a.jpg", noise(9, 9)));
  const auto refusal = [](const std::string& picture) {
    return message_of([&] {
      std::vector<double> values;
      embed::picture_reader({.most_pixels = 100})(picture, values);
    });
  };
  std::string passes = bytes;
  for (int i = 0; i < 100; ++i) passes += "\xFF\xDA";
  EXPECT_EQ(refusal(passes), "a picture of a strange kind");
  // To a decoder the mark 01 has no length: it would go on with what we take for its content.
  const std::string hidden =
      bytes.substr(0, 2) + std::string("\xFF\x01\x00\x02", 4) + bytes.substr(2);
  EXPECT_EQ(refusal(hidden), "a picture of a strange kind");
}

TEST_F(Pictures, NoPrefixOfAPictureIsTakenForIt) {
  for (const char* const name : {"a.png", "a.jpg", "a.webp", "a.bmp"}) {
    const std::string bytes = read_file(write(name, noise(9, 9)));
    EXPECT_TRUE(embed::is_whole_picture(bytes));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_FALSE(embed::is_whole_picture(bytes.substr(0, size))) << name << " " << size;
    }
  }
}

TEST_F(Pictures, AnotherSizeIsNamedWhenNothingIsResized) {
  write("a.png", {1, 2, 3}, 2);
  write("b.png", {1, 2, 3}, 3);
  EXPECT_EQ(message_of([&] { read_all(all_); }),
            folder_.file("./b.png") + ": 2 x 2 pixels expected, 3 x 3 found");
}

TEST_F(Pictures, WhatIsMissingIsNamed) {
  EXPECT_EQ(message_of([&] { open_pictures(list_pictures(folder_.file("no.png")).files, {}); }),
            folder_.file("no.png") + ": No such file or directory");
  EXPECT_EQ(message_of([&] { open_pictures(list_pictures(folder_.file("no")).files, {}); }),
            folder_.file("no") + ": No such file or directory");
  EXPECT_EQ(message_of([&] { open_pictures(list_pictures(all_).files, {}); }),
            all_ + ": no picture found");
}

TEST_F(Pictures, OptionsThatDoNotFitAreRefused) {
  write("a.png");
  EXPECT_EQ(message_of([&] {
              open_pictures(list_pictures(all_).files, {.mean = {1, 2}});
            }),
            "mean: 1 or 3 numbers expected, 2 given");
  EXPECT_EQ(message_of([&] {
              open_pictures(list_pictures(all_).files, {.std = {1, 2, 3}, .grey = true});
            }),
            "std: 1 number expected, 3 given");
  EXPECT_EQ(message_of([&] { open_pictures(list_pictures(all_).files, {.std = {0}}); }),
            "std: more than 0 expected");
}
