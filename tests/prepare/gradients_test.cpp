#include "prepare/gradients.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "prepare/message_of.hpp"
#include "util/random.hpp"

using namespace mpart;
using embed::Gradients;

namespace {

using Pictures = std::vector<std::vector<double>>;  // [channel][row * side + column]

std::vector<double> normalised(std::vector<double> values, double more) {
  double squares = more;
  for (const double value : values) squares += value * value;
  for (double& value : values) value = squares == 0 ? 0 : value / std::sqrt(squares);
  return values;
}

// Histograms of cells x cells cells, each pixel shared between the cells and directions around it
// by how near they are: all cells and directions are looked at for every pixel.
std::vector<std::vector<double>> slow_histograms(const Pictures& channels, int side, int cells) {
  std::vector<std::vector<double>> histograms(static_cast<std::size_t>(cells * cells),
                                              std::vector<double>(9));
  const auto pixel = [&](const std::vector<double>& plane, int row, int column) {
    row = std::clamp(row, 0, side - 1);
    column = std::clamp(column, 0, side - 1);
    return plane[static_cast<std::size_t>(row * side + column)];
  };
  const auto share = [&](int at, int cell) {
    const double place = (at + 0.5) * cells / side - 0.5;
    return std::max(0.0, 1 - std::abs(place - cell));
  };
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      double dx = 0, dy = 0;
      for (const std::vector<double>& plane : channels) {
        const double x = pixel(plane, row, column + 1) - pixel(plane, row, column - 1);
        const double y = pixel(plane, row + 1, column) - pixel(plane, row - 1, column);
        if (std::hypot(x, y) > std::hypot(dx, dy)) {
          dx = x;
          dy = y;
        }
      }
      if (dx == 0 && dy == 0) continue;
      double angle = std::atan2(dy, dx);
      if (angle < 0) angle += std::numbers::pi;
      for (int direction = 0; direction < 9; ++direction) {
        double off = std::abs(angle / std::numbers::pi * 9 - (direction + 0.5));
        off = std::min(off, 9 - off);
        for (int cell = 0; cell < cells * cells; ++cell) {
          histograms[static_cast<std::size_t>(cell)][static_cast<std::size_t>(direction)] +=
              std::hypot(dx, dy) * std::max(0.0, 1 - off) * share(row, cell / cells) *
              share(column, cell % cells);
        }
      }
    }
  }
  return histograms;
}

std::vector<double> slow_blocks(const Pictures& channels, int side, int cells, int block) {
  const auto histograms = slow_histograms(channels, side, cells);
  double squares = 0;
  for (const auto& histogram : histograms) {
    for (const double value : histogram) squares += value * value;
  }
  std::vector<double> values;
  for (int row = 0; row + block <= cells; ++row) {
    for (int column = 0; column + block <= cells; ++column) {
      std::vector<double> together;
      for (int i = 0; i < block * block; ++i) {
        const auto& cell =
            histograms[static_cast<std::size_t>((row + i / block) * cells + column + i % block)];
        together.insert(together.end(), cell.begin(), cell.end());
      }
      together = normalised(together, squares * block * block / (cells * cells));
      values.insert(values.end(), together.begin(), together.end());
    }
  }
  return values;
}

std::vector<double> slow_gradients(const std::vector<float>& picture, std::size_t channels) {
  const std::size_t size = picture.size() / channels;
  const auto side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(size))));
  Pictures planes;
  for (std::size_t i = 0; i < channels; ++i) {
    const auto begin = picture.begin() + static_cast<std::ptrdiff_t>(i * size);
    planes.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(size));
  }
  std::vector<double> values = slow_blocks(planes, side, 4, 2);
  const std::vector<double> fine = slow_blocks(planes, side, 7, 1);
  values.insert(values.end(), fine.begin(), fine.end());
  return values;
}

std::vector<float> random_picture(std::size_t width, std::uint64_t seed) {
  Random random(seed);
  std::vector<float> picture(width);
  for (float& pixel : picture) {
    pixel = random.uniform() < 0.3 ? 0 : static_cast<float>(random.uniform());
  }
  return picture;
}

std::vector<float> gradients_of(const std::vector<float>& picture) {
  Gradients gradients(picture.size());
  std::vector<float> values(Gradients::kValues);
  gradients.compute(picture, values);
  return values;
}

}  // namespace

TEST(Gradients, AreThoseOfTheSlowAndPlainWay) {
  for (const std::size_t side : {7U, 8U, 28U, 31U, 40U}) {
    for (const std::size_t channels : {1U, 3U}) {
      const std::vector<float> picture = random_picture(channels * side * side, side);
      const std::vector<float> found = gradients_of(picture);
      const std::vector<double> expected = slow_gradients(picture, channels);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_NEAR(found[i], expected[i], 2e-5) << side << ' ' << channels << ' ' << i;
      }
    }
  }
}

TEST(Gradients, AnEdgeCountsForItsDirectionAlone) {
  std::vector<float> picture(28 * 28);
  for (std::size_t i = 0; i < picture.size(); ++i) picture[i] = i % 28 < 14 ? 0.F : 1.F;
  const std::vector<float> values = gradients_of(picture);
  // An upright edge has a gradient of 0 degrees: between the last direction and the first.
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % 9 == 0 || i % 9 == 8) continue;
    EXPECT_NEAR(values[i], 0, 1e-5) << i;
  }
  EXPECT_GT(*std::max_element(values.begin(), values.end()), 0.3F);
}

TEST(Gradients, BrightnessAndContrastChangeNothing) {
  const std::vector<float> picture = random_picture(28 * 28, 3);
  std::vector<float> other = picture;
  for (float& pixel : other) pixel = 255 * (0.5F * pixel + 0.25F);
  const std::vector<float> a = gradients_of(picture), b = gradients_of(other);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-3) << i;
}

TEST(Gradients, OfAFlatPictureAreZeroAndOfOneThatIsNotFiniteNeither) {
  EXPECT_EQ(gradients_of(std::vector<float>(64, 0.5F)), std::vector<float>(Gradients::kValues));
  std::vector<float> picture(64);
  picture[20] = std::numeric_limits<float>::infinity();
  const std::vector<float> values = gradients_of(picture);
  EXPECT_FALSE(std::all_of(values.begin(), values.end(), [](float x) { return std::isfinite(x); }));
}

TEST(Gradients, OfRowsThatAreNoSquarePicturesAreRefused) {
  EXPECT_TRUE(Gradients::fits(49));
  EXPECT_TRUE(Gradients::fits(3 * 32 * 32));
  EXPECT_FALSE(Gradients::fits(36));  // six pixels a side
  EXPECT_FALSE(Gradients::fits(50));
  EXPECT_FALSE(Gradients::fits(0));
  EXPECT_EQ(test::message_of([] { const Gradients gradients(50); }),
            "gradients: square pictures of at least 7 pixels a side expected, k*k or 3*k*k values; "
            "a row has 50");
}
