#include "prepare/parametric_umap.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "prepare/blobs.hpp"
#include "prepare/own_network.hpp"

namespace mpart::embed {
namespace {

Matrix run_onnx(const std::string& bytes, const Matrix& rows) {
  const std::unique_ptr<Embedder> network = open_own_network(bytes, "e.onnx");
  Matrix z{rows.rows, network->output_width(), {}};
  network->embed(rows.values, rows.rows, z.values);
  return z;
}

FitOptions quick() {
  FitOptions options;
  options.training.dims = 2;
  options.training.epochs = 3;
  return options;
}

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

TEST(ParametricUmap, AnyNumberOfThreadsGivesTheSameBytes) {
  const Matrix rows = test::blobs(3, 400, 16, 1).rows;
  for (const NetworkKind kind : {NetworkKind::kMlp, NetworkKind::kCnn}) {
    FitOptions options = quick();
    options.training.network = kind;
    options.training.threads = 1;
    const std::string bytes = fit(rows, options).onnx;
    for (const std::size_t threads : {2, 4}) {
      options.training.threads = threads;
      EXPECT_TRUE(fit(rows, options).onnx == bytes) << name_of(kind) << ' ' << threads;
    }
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
