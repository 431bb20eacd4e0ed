#include "prepare/quality.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mpart::embed {
namespace {

// Three classes in five columns, and a map of them to two. What is expected of them below is what
// scikit-learn 1.x gives (KNeighborsClassifier, sklearn.manifold.trustworthiness).
constexpr std::size_t kRows = 90;

Matrix five_columns() {
  Matrix matrix{kRows, 5, {}};
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t j = 0; j < 5; ++j) {
      const double shift = i % 3 == j ? 0.8 : 0;
      matrix.values.push_back(static_cast<float>(
          std::sin(static_cast<double>(i) * static_cast<double>(j + 1) * 0.7) + shift));
    }
  }
  return matrix;
}

Matrix two_columns() {
  const Matrix all = five_columns();
  Matrix matrix{kRows, 2, {}};
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t j = 0; j < 2; ++j) {
      matrix.values.push_back(all.row(i)[j] + 0.3F * all.row(i)[j + 3]);
    }
  }
  return matrix;
}

LabelledRows labelled(std::size_t first, std::size_t last) {
  const Matrix all = two_columns();
  LabelledRows part{{last - first, 2, {}}, {}};
  for (std::size_t i = first; i < last; ++i) {
    part.rows.values.insert(part.rows.values.end(), all.row(i).begin(), all.row(i).end());
    part.labels.push_back(std::to_string(i % 3));
  }
  return part;
}

TEST(Quality, KnnAccuracyIsThatOfScikitLearn) {
  EXPECT_EQ(knn_accuracy(labelled(0, kRows), 7), 86.0 / 90);
  EXPECT_EQ(knn_accuracy(labelled(60, 90), labelled(0, 60), 7), 26.0 / 30);
}

TEST(Quality, RowsWithoutALabelDoNotCount) {
  LabelledRows asked = labelled(60, 90), others = labelled(0, 60);
  asked.rows.values.insert(asked.rows.values.end(), {0, 0});
  asked.labels.emplace_back();
  ++asked.rows.rows;
  others.rows.values.insert(others.rows.values.end(), {0, 0});
  others.labels.emplace_back();
  ++others.rows.rows;
  EXPECT_EQ(knn_accuracy(asked, others, 7), 26.0 / 30);
}

TEST(Quality, KnnAccuracyNeedsLabelsAndNeighbours) {
  LabelledRows none = labelled(0, 20);
  for (std::string& label : none.labels) label.clear();
  EXPECT_FALSE(knn_accuracy(none, 3));
  EXPECT_FALSE(knn_accuracy(none, labelled(0, 20), 3));
  EXPECT_FALSE(knn_accuracy(labelled(0, 20), none, 3));
  EXPECT_FALSE(knn_accuracy(labelled(0, 7), 7));
  EXPECT_TRUE(knn_accuracy(labelled(0, 8), 7));
  EXPECT_TRUE(knn_accuracy(labelled(8, 9), labelled(0, 7), 7));
}

TEST(Quality, TrustworthinessIsThatOfScikitLearn) {
  const Matrix all = five_columns();
  Matrix last{kRows, 1, {}};
  for (std::size_t i = 0; i < kRows; ++i) last.values.push_back(all.row(i)[4]);
  EXPECT_NEAR(trustworthiness(all, two_columns(), 7).value(), 0.9636929877436207, 1e-12);
  EXPECT_NEAR(trustworthiness(all, last, 15).value(), 0.7850635710337203, 1e-12);
  EXPECT_EQ(trustworthiness(all, all, 15), 1);
}

TEST(Quality, TrustworthinessNeedsRows) {
  const Matrix few{4, 1, {1, 2, 3, 4}};
  EXPECT_FALSE(trustworthiness(few, few, 3));
  EXPECT_TRUE(trustworthiness(few, few, 2));
}

}  // namespace
}  // namespace mpart::embed
