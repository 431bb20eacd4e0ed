#include "prepare/encoder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <opencv2/dnn.hpp>

#include "prepare/blobs.hpp"
#include "prepare/network.hpp"
#include "prepare/parametric_umap.hpp"

namespace mpart::embed {
namespace {

// What another runtime makes of the file.
Matrix run_onnx(const std::string& bytes, const Matrix& rows) {
  cv::dnn::Net net = cv::dnn::readNetFromONNX(bytes.data(), bytes.size());
  cv::Mat input(static_cast<int>(rows.rows), static_cast<int>(rows.columns), CV_32F);
  std::memcpy(input.data, rows.values.data(), rows.values.size() * sizeof(float));
  net.setInput(input, "input");
  const cv::Mat z = net.forward("embedding");
  const auto* first = z.ptr<float>();
  return {rows.rows, z.total() / rows.rows, {first, first + z.total()}};
}

FitOptions quick() {
  FitOptions options;
  options.training.dims = 2;
  options.training.epochs = 3;
  return options;
}

class OnnxFile : public testing::TestWithParam<NetworkKind> {};

TEST_P(OnnxFile, GivesTheSameAsTorchForOneRowAndMany) {
  for (const std::size_t width : {784, 3 * 8 * 8, 49}) {
    const Matrix data = test::blobs(1, 65, width, 3).rows;
    Random random(1);
    Encoder encoder = make_encoder(GetParam(), width, 4, random);
    scale_output(encoder, embed_rows(encoder, data));
    const std::string bytes = encode_onnx(encoder, {});
    for (const std::size_t rows : {1, 2, 65}) {
      const Matrix some{rows, width,
                        std::vector(data.values.data(), data.values.data() + rows * width)};
      const Matrix ours = embed_rows(encoder, some);
      const Matrix theirs = run_onnx(bytes, some);
      ASSERT_EQ(theirs.values.size(), ours.values.size());
      for (std::size_t i = 0; i < ours.values.size(); ++i) {
        EXPECT_NEAR(theirs.values[i], ours.values[i], 1e-5);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, OnnxFile, testing::Values(NetworkKind::kMlp, NetworkKind::kCnn),
                         [](const auto& it) { return std::string(name_of(it.param)); });

TEST(ParametricUmap, SeparatesClustersInTheUnitSquare) {
  const test::Labelled data = test::blobs(5, 500, 20, 1);
  FitOptions options = quick();
  options.training.epochs = 15;
  const Matrix z = run_onnx(fit(data.rows, options).onnx, data.rows);
  EXPECT_GT(test::nearest_agree(z, data.label), 0.95);
  const auto [low, high] = std::minmax_element(z.values.begin(), z.values.end());
  EXPECT_GE(*low, 0);
  EXPECT_LT(*low, 1e-4);
  EXPECT_LE(*high, 1);
  EXPECT_GT(*high, 1 - 1e-4);
}

TEST(ParametricUmap, SameSeedSameBytes) {
  const Matrix rows = test::blobs(3, 200, 16, 1).rows;
  for (const NetworkKind kind : {NetworkKind::kMlp, NetworkKind::kCnn}) {
    FitOptions options = quick();
    options.training.network = kind;
    const std::string bytes = fit(rows, options).onnx;
    EXPECT_EQ(bytes, fit(rows, options).onnx) << name_of(kind);
    options.training.seed = 2;
    EXPECT_NE(bytes, fit(rows, options).onnx) << name_of(kind);
  }
}

TEST(ParametricUmap, ConstantColumnsAndHugeOnesGiveNumbers) {
  Matrix rows = test::blobs(3, 200, 6, 1).rows;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    rows.row(i)[0] = 0;
    rows.row(i)[1] = 1000;
    rows.row(i)[2] *= 1e6F;
  }
  for (const float it : run_onnx(fit(rows, quick()).onnx, rows).values) {
    EXPECT_TRUE(it >= 0 && it <= 1) << it;
  }
}

TEST(ParametricUmap, DuplicatesOnlyAreAllInTheMiddle) {
  const Matrix rows{40, 3, std::vector<float>(120, 7.5F)};
  for (const float it : run_onnx(fit(rows, quick()).onnx, rows).values) EXPECT_EQ(it, 0.5F);
}

TEST(ParametricUmap, FewDistinctRowsGiveNumbers) {
  Matrix rows{60, 4, {}};
  for (std::size_t i = 0; i < rows.rows; ++i) {
    rows.values.insert(rows.values.end(), 4, static_cast<float>(i % 2));
  }
  for (const float it : run_onnx(fit(rows, quick()).onnx, rows).values) {
    EXPECT_TRUE(it >= 0 && it <= 1) << it;
  }
}

}  // namespace
}  // namespace mpart::embed
