#include "mpart/scaling.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "mpart/error.hpp"
#include "util/random.hpp"

namespace mpart {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

// A table whose columns have nothing in common but their rows.
std::vector<double> row_of(Random& random) {
  const auto spread = [&random] { return random.uniform() + random.uniform() - 1; };
  return {1000 + 300 * spread(), 0.001 * spread() + 5, -40 + 2 * spread()};
}

double scaled(const Scaling& scaling, const std::vector<double>& values, std::size_t column) {
  std::vector<double> buffer;
  return scaling.apply(values, buffer)[column];
}

TEST(Scaling, BringsColumnsOfAnyUnitToTheMiddleOfTheUnitInterval) {
  Scaling scaling;
  Random random(1);
  for (int i = 0; i < 1000; ++i) scaling.learn(row_of(random));
  for (std::size_t k = 0; k < 3; ++k) {
    double least = 1, most = 0;
    for (int i = 0; i < 1000; ++i) {
      const double value = scaled(scaling, row_of(random), k);
      least = std::min(least, value);
      most = std::max(most, value);
    }
    EXPECT_GT(least, 0) << k;
    EXPECT_LT(least, 0.2) << k;
    EXPECT_LT(most, 1) << k;
    EXPECT_GT(most, 0.8) << k;
  }
}

TEST(Scaling, LeavesDataInTheUnitIntervalAsItIs) {
  Scaling scaling;
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const std::vector<double> values = {random.uniform(), random.uniform() / 10};
    EXPECT_FALSE(scaling.learn(values));
    std::vector<double> buffer;
    EXPECT_EQ(scaling.apply(values, buffer).data(), values.data());
  }
  EXPECT_TRUE(scaling.is_identity());
}

// The whole point: what was learned on an old scale is where it was on the new one.
TEST(Scaling, EveryChangeCarriesEarlierSamplesToWhereTheyBelong) {
  Scaling scaling;
  Random random(2);
  std::vector<std::vector<double>> rows, carried;
  int changes = 0;
  for (int i = 0; i < 3000; ++i) {
    std::vector<double> values = row_of(random);
    if (i > 1500) values[1] += 1;  // a thousand of its deviations
    if (scaling.learn(values)) {
      ++changes;
      for (std::vector<double>& old : carried) {
        for (std::size_t k = 0; k < old.size(); ++k) {
          old[k] = old[k] * scaling.change().factor[k] + scaling.change().offset[k];
        }
      }
    }
    rows.push_back(values);
    std::vector<double> buffer;
    const auto now = scaling.apply(values, buffer);
    carried.emplace_back(now.begin(), now.end());
  }
  EXPECT_GT(changes, 5);
  EXPECT_LT(changes, 40);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(carried[i][k], scaled(scaling, rows[i], k), 1e-9) << i << ' ' << k;
    }
  }
}

TEST(Scaling, FollowsAColumnThatLeavesItsRange) {
  Scaling scaling;
  Random random(3);
  for (int i = 0; i < 1100; ++i) scaling.learn(row_of(random));
  std::vector<double> late = row_of(random);
  late[2] = 60;
  EXPECT_GT(scaled(scaling, late, 2), 1);
  for (int i = 0; i < 600; ++i) {
    std::vector<double> values = row_of(random);
    if (i % 4 == 0) values[2] = 60 + random.uniform();
    scaling.learn(values);
  }
  EXPECT_LE(scaled(scaling, late, 2), 1);
}

TEST(Scaling, OneWildValueChangesNothing) {
  Scaling scaling;
  Random random(4);
  for (int i = 0; i < 600; ++i) scaling.learn(row_of(random));
  const double low = scaling.low(0), high = scaling.high(0);
  std::vector<double> wild = row_of(random);
  wild[0] = 1e12;
  scaling.learn(wild);
  for (int i = 0; i < 400; ++i) scaling.learn(row_of(random));
  EXPECT_EQ(scaling.low(0), low);
  EXPECT_EQ(scaling.high(0), high);
}

TEST(Scaling, ColumnsOfOneUnitKeepTheirRatio) {
  Scaling components, pixels;
  Random random(5);
  for (int i = 0; i < 500; ++i) {
    std::vector<double> row, bytes;
    for (int k = 0; k < 6; ++k) {
      row.push_back((random.uniform() - 0.5) * (k == 0 ? 100 : 10));
      bytes.push_back(std::floor(random.uniform() * 17));
    }
    components.learn(row);
    pixels.learn(bytes);
  }
  EXPECT_NEAR(components.high(0) - components.low(0), components.high(5) - components.low(5), 1e-9);
  EXPECT_EQ(pixels.low(3), 0);
  EXPECT_EQ(pixels.high(3), 16);
}

TEST(Scaling, AMissingValueBecomesTheMeanOfItsColumn) {
  Scaling scaling;
  for (int i = 0; i < 100; ++i) {
    scaling.learn(std::vector{i % 2 == 0 ? kMissing : 40.0 + i % 3, 7.0 + i % 5, kMissing});
  }
  EXPECT_NEAR(scaled(scaling, {kMissing, 8, kMissing}, 0),
              scaled(scaling, {scaling.mean(0), 8, kMissing}, 0), 1e-12);
  EXPECT_EQ(scaled(scaling, {kMissing, 8, kMissing}, 2), 0.5);
}

TEST(Scaling, RefusesAnInfiniteValueAndAnotherWidth) {
  Scaling scaling;
  scaling.learn(std::vector{1.0, 2.0});
  EXPECT_THROW(scaling.learn(std::vector{1.0, std::numeric_limits<double>::infinity()}), Error);
  EXPECT_THROW(scaling.learn(std::vector{1.0, -1e200}), Error);
  EXPECT_THROW(scaling.learn(std::vector{1.0}), Error);
}

TEST(Scaling, StaysFiniteForTheLargestAndTheSmallestNumbers) {
  Scaling scaling;
  for (int i = 0; i < 100; ++i) {
    const double sign = i % 2 == 0 ? 1 : -1;
    const std::vector<double> values = {sign * 1e100, sign * 5e-324, sign * 1e-99, 1e100};
    scaling.learn(values);
    for (std::size_t k = 0; k < values.size(); ++k) {
      EXPECT_TRUE(std::isfinite(scaled(scaling, values, k))) << i << ' ' << k;
      if (scaling.change().factor.empty()) continue;
      EXPECT_TRUE(std::isfinite(scaling.change().factor[k])) << i << ' ' << k;
      EXPECT_TRUE(std::isfinite(scaling.change().offset[k])) << i << ' ' << k;
    }
  }
}

TEST(Scaling, GoesOnBitForBitAfterItWasSaved) {
  for (const int cut : {1, 2, 7, 40, 300, 900}) {
    Scaling whole;
    Random random(6);
    for (int i = 0; i < cut; ++i) whole.learn(row_of(random));
    Writer writer;
    whole.save(writer);
    Reader reader(writer.bytes());
    Scaling loaded = Scaling::load(reader);
    EXPECT_TRUE(reader.done());
    for (int i = 0; i < 700; ++i) {
      std::vector<double> values = row_of(random);
      values[0] *= 1 + i / 100;
      EXPECT_EQ(whole.learn(values), loaded.learn(values));
    }
    Writer one, other;
    whole.save(one);
    loaded.save(other);
    EXPECT_EQ(one.bytes(), other.bytes()) << cut;
  }
}

}  // namespace
}  // namespace mpart
