#include "plot/projection.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mpart/error.hpp"
#include "plot/principal_axes.hpp"
#include "util/random.hpp"

namespace mpart::plot {
namespace {

using Points = std::vector<std::vector<double>>;

// Independent normal numbers along given orthogonal directions.
Points cloud(const Points& directions, const std::vector<double>& spread, int count) {
  Random random(5);
  Points points;
  for (int i = 0; i < count; ++i) {
    std::vector<double> point(directions[0].size(), 0.5);
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const double along = spread[d] * random.normal();
      for (std::size_t k = 0; k < point.size(); ++k) point[k] += along * directions[d][k];
    }
    points.push_back(point);
  }
  return points;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

TEST(PrincipalAxes, FoundWhereTheyWerePut) {
  const double r = std::sqrt(0.5);
  const Points directions = {{r, -r, 0, 0}, {0, 0, 0, 1}, {0, 0, 1, 0}};
  const PrincipalAxes axes = principal_axes(cloud(directions, {0.3, 0.1, 0.02}, 3000));
  EXPECT_GT(std::abs(dot(axes.direction[0], directions[0])), 0.999);
  EXPECT_GT(std::abs(dot(axes.direction[1], directions[1])), 0.999);
  EXPECT_NEAR(axes.share[0], 0.09 / 0.1004, 0.02);
  EXPECT_NEAR(axes.share[1], 0.01 / 0.1004, 0.02);
}

TEST(PrincipalAxes, LargestComponentIsPositive) {
  const PrincipalAxes axes = principal_axes(cloud({{-0.6, 0, 0.8}, {0, -1, 0}}, {0.3, 0.1}, 500));
  EXPECT_GT(axes.direction[0][2], 0);
  EXPECT_GT(axes.direction[1][1], 0);
}

TEST(PrincipalAxes, UnitLengthAndAtRightAngles) {
  const PrincipalAxes axes = principal_axes(cloud({{1, 2, 3, 4}, {1, 0, -1, 1}}, {0.1, 0.1}, 200));
  EXPECT_NEAR(dot(axes.direction[0], axes.direction[0]), 1, 1e-12);
  EXPECT_NEAR(dot(axes.direction[1], axes.direction[1]), 1, 1e-12);
  EXPECT_NEAR(dot(axes.direction[0], axes.direction[1]), 0, 1e-9);
}

TEST(PrincipalAxes, LeadingOneIsNotMissedWhenTheWidestFeatureIsAnother) {
  // Feature 0 varies most alone, features 1 and 2 vary more together.
  const double r = std::sqrt(0.5);
  const PrincipalAxes axes =
      principal_axes(cloud({{1, 0, 0}, {0, r, r}}, {std::sqrt(1.0), std::sqrt(1.7)}, 4000));
  EXPECT_LT(std::abs(axes.direction[0][0]), 0.2);
}

TEST(PrincipalAxes, PointsWithoutVarianceStillHaveTwoDirections) {
  for (const Points& points : {Points(3, {0.1, 0.2, 0.3}), Points{{0, 0, 0}, {1, 0, 0}}}) {
    const PrincipalAxes axes = principal_axes(points);
    EXPECT_NEAR(dot(axes.direction[0], axes.direction[0]), 1, 1e-12);
    EXPECT_NEAR(dot(axes.direction[1], axes.direction[1]), 1, 1e-12);
    EXPECT_NEAR(dot(axes.direction[0], axes.direction[1]), 0, 1e-12);
  }
}

TEST(Projection, TwoFeaturesStayAsTheyAre) {
  const Projection project = Projection::fit(Points{{0.1, 0.9}, {0.3, 0.4}});
  const Point point = project(std::vector<double>{0.25, 0.75});
  EXPECT_EQ(point.x, 0.25);
  EXPECT_EQ(point.y, 0.75);
  EXPECT_EQ(project.x_label(), "feature 1");
  EXPECT_EQ(project.y_label(), "feature 2");
}

TEST(Projection, OneFeatureIsALine) {
  const Projection project = Projection::fit(Points{{0.1}});
  const Point point = project(std::vector<double>{0.7});
  EXPECT_EQ(point.x, 0.7);
  EXPECT_EQ(point.y, 0.5);
  EXPECT_EQ(project.y_label(), "");
}

TEST(Projection, ManyFeaturesGoToTheirPrincipalAxesAroundTheMean) {
  const Projection project = Projection::fit(cloud({{1, 0, 0}, {0, 0, 1}}, {0.2, 0.1}, 400));
  const Point middle = project(std::vector<double>{0.5, 0.5, 0.5});
  EXPECT_NEAR(middle.x, 0, 0.05);
  EXPECT_NEAR(middle.y, 0, 0.05);
  EXPECT_EQ(project.x_label().substr(0, 21), "principal component 1");
}

TEST(Projection, ChosenAxesCountFromOne) {
  const Projection project = choose_projection(Points{{1, 2, 3}}, parse_axes("3,1"));
  const Point point = project(std::vector<double>{1, 2, 3});
  EXPECT_EQ(point.x, 3);
  EXPECT_EQ(point.y, 1);
  EXPECT_EQ(project.x_label(), "feature 3");
}

TEST(Projection, AxesOutsideTheSamplesAreBadUse) {
  for (const Axes axes : {Axes{1, 4}, Axes{0, 1}}) {
    try {
      Projection::onto(axes, 3);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInvalidArgument);
    }
  }
}

TEST(Projection, AxesThatAreNotTwoDifferentNumbersAreBadUse) {
  for (const char* text :
       {"", "1", "1,", ",2", "1,1", "0,1", "a,b", "1,2,3", "1;2", "-1,2", "1, 2"}) {
    EXPECT_THROW(parse_axes(text), Error) << text;
  }
}

TEST(Projection, SampleOfAnotherWidthIsBadInput) {
  EXPECT_THROW(Projection::fit(Points{{1, 2}, {1, 2, 3}}), Error);
  EXPECT_THROW(Projection::fit(Points{{}}), Error);
  EXPECT_THROW(Projection::fit(Points{{1, 2}})(std::vector<double>{1}), Error);
}

TEST(Projection, PicturesOf784PixelsAreProjected) {
  Random random(9);
  Points points;
  for (int i = 0; i < 300; ++i) {
    std::vector<double> point(784);
    const double along = random.normal();
    for (std::size_t k = 0; k < 784; ++k) {
      point[k] = (k % 2 == 0 ? along : 0) + 0.1 * random.normal();
    }
    points.push_back(point);
  }
  const PrincipalAxes axes = principal_axes(points);
  EXPECT_GT(axes.share[0], 0.9);
  EXPECT_NEAR(axes.direction[0][0], 1 / std::sqrt(392.0), 0.01);
}

}  // namespace
}  // namespace mpart::plot
