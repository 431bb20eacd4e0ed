// What the first look at nodes promises: it never finds a node farther away than it is.
#include "learn/core/art/quantized_boxes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "reference/streams.hpp"

namespace mpart {
namespace {

using reference::Draw;

double draw_value(Draw& draw) {
  if (draw.chance(0.2)) return draw.of({0.0, 1.0, 0.5, 1e-300, 1 - 1e-16});
  if (draw.chance(0.2)) return static_cast<double>(draw.below(65535)) / kCoarseUnits;
  return draw.uniform();
}

TEST(Coarse, IsNeverFartherAndHardlyNearer) {
  for (const std::size_t width : {2, 8, 15, 16, 17, 40, 128}) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      Draw draw(seed);
      std::vector<CoarseRow> rows(width);
      std::vector<std::uint16_t> input(width);
      std::vector<double> distance(CoarseRow::kLanes);  // without rounding
      for (std::size_t k = 0; k < width; ++k) {
        const double value = draw_value(draw);
        input[k] = coarse_input(value);
        for (std::size_t i = 0; i < CoarseRow::kLanes; ++i) {
          const double weight = draw.chance(0.1) ? value : draw_value(draw);
          rows[k].lane[i] = coarse_weight(weight);
          distance[i] += std::max(value - weight, 0.0) * kCoarseUnits;
        }
      }
      const auto limit = static_cast<std::uint32_t>(draw.uniform() * kCoarseUnits * 4);
      std::uint32_t found[CoarseRow::kLanes];
      const std::uint32_t near = coarse_distances(input, rows.data(), limit, found);
      std::uint32_t all[CoarseRow::kLanes];
      EXPECT_EQ(coarse_distances(input, rows.data(), kNoLimit, all), ~std::uint32_t{0});
      for (std::size_t i = 0; i < CoarseRow::kLanes; ++i) {
        EXPECT_LE(all[i], distance[i] + 1e-6) << "width " << width << ", seed " << seed;
        EXPECT_GE(all[i], distance[i] - 2.0 * static_cast<double>(width));
        EXPECT_EQ((near >> i & 1) != 0, all[i] <= limit);
        if (near != 0) {
          EXPECT_EQ(found[i], all[i]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace mpart
