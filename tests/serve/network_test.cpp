// Pictures as clients send them, through a network that is shipped.
#include <opencv2/imgcodecs.hpp>

#include "mpart/embedder.hpp"
#include "prepare/pictures.hpp"
#include "serve/server_fixture.hpp"
#include "util/base64.hpp"

namespace mpart::serve {
namespace {

using Json = nlohmann::json;

class NetworkTest : public ServerTest {
 protected:
  NetworkTest() {
    constexpr std::uint64_t kPixels = 784;
    embedding_ = {{open_embedder(MPART_SOURCE_DIR "/models/fashion-mnist-4d.onnx")},
                  embed::picture_reader({.grey = true, .most_pixels = kPixels})};
    cv::RNG random(5);
    random.fill(picture_, cv::RNG::UNIFORM, 0, 256);
  }

  static Json sample(const cv::Mat& picture, const std::string& type) {
    std::vector<unsigned char> bytes;
    cv::imencode("." + type, picture, bytes);
    return {{"show",
             {{"picture", "data:image/" + type + ";base64," +
                              to_base64(std::string(bytes.begin(), bytes.end()))}}}};
  }

  cv::Mat picture_ = cv::Mat(28, 28, CV_8U);
};

TEST_F(NetworkTest, APictureIsWhatItsValuesAre) {
  start();
  Json values = Json::array();
  for (int i = 0; i < 28 * 28; ++i) {
    values.push_back(picture_.at<unsigned char>(i / 28, i % 28) / 255.);
  }
  const Json by_values = {{"values", values}};
  const Reply learned = call("POST", "/samples", by_values.dump());
  ASSERT_EQ(learned.status, 200U) << learned.body;
  const Json expected = call("POST", "/predict", by_values.dump()).json();
  for (const char* type : {"png", "bmp"}) {
    const Json found = call("POST", "/predict", sample(picture_, type).dump()).json();
    ASSERT_TRUE(found.contains("density")) << found;
    EXPECT_EQ(found["activated"], expected["activated"]) << type;
    EXPECT_NEAR(found["density"].get<double>(), expected["density"].get<double>(), 1e-4) << type;
  }
  for (const char* kind : {"jpeg", "webp"}) {
    EXPECT_EQ(call("POST", "/predict", sample(picture_, kind).dump()).status, 200U) << kind;
  }
  const Json many = {sample(picture_, "png"), by_values, sample(picture_, "jpeg")};
  EXPECT_EQ(call("POST", "/samples", many.dump()).json().size(), 3U);
}

TEST_F(NetworkTest, PicturesThatCannotBeUsedAreRefused) {
  start();
  const Reply large =
      call("POST", "/samples", sample(cv::Mat::zeros(3000, 3000, CV_8U), "png").dump());
  EXPECT_EQ(large.status, 400U);
  EXPECT_EQ(large.json()["detail"],
            "\"picture\": a picture of at most 784 pixels expected, 9000000 found");
  const Reply small = call("POST", "/samples", sample(cv::Mat::zeros(4, 4, CV_8U), "png").dump());
  EXPECT_EQ(small.status, 400U);
  const std::string noise = R"({"show":{"picture":"data:image/png;base64,)" +
                            to_base64(std::string(1000, 'x')) + R"("}})";
  EXPECT_EQ(call("POST", "/samples", noise).json()["detail"],
            "\"picture\": not a whole PNG, JPEG, WebP, GIF, BMP or TIFF picture");
  EXPECT_EQ(call("GET", "/model").json()["samples"], 0);
}

}  // namespace
}  // namespace mpart::serve
