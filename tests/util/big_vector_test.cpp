#include "util/big_vector.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

namespace mpart {
namespace {

TEST(BigVector, GrowsFromBytesToManyMegabytesAndKeepsWhatIsInIt) {
  BigVector<std::uint64_t> grown;
  constexpr std::uint64_t kCount = 3'000'000;  // 24 MB
  for (std::uint64_t i = 0; i < kCount; ++i) {
    grown.push_back(i * i);
    if ((i & (i - 1)) == 0) {  // around every growth
      for (std::uint64_t k = 0; k <= i; ++k) ASSERT_EQ(grown[k], k * k);
    }
  }
  ASSERT_EQ(grown.size(), kCount);
  for (std::uint64_t i = 0; i < kCount; ++i) ASSERT_EQ(grown[i], i * i);
}

TEST(BigVector, StartsAtALineOfTheCacheAtAnySize) {
  for (const std::size_t bytes : {1, 100, 5000, 1 << 20, (1 << 20) + 1, 5 << 20}) {
    BigVector<char> some;
    some.resize(bytes, 'x');
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(some.data()) % 64, 0U) << bytes;
    EXPECT_EQ(some[bytes - 1], 'x');
  }
}

TEST(BigVector, CopiesAndMoves) {
  for (const std::size_t count : {0, 3, 1 << 20}) {
    BigVector<int> first;
    first.resize(count, 7);
    BigVector<int> second = first;
    second.push_back(8);
    EXPECT_EQ(first.size(), count);
    EXPECT_EQ(second.size(), count + 1);
    EXPECT_EQ(second.back(), 8);
    first = std::move(second);
    EXPECT_EQ(first.size(), count + 1);
    EXPECT_EQ(std::count(first.begin(), first.end(), 7), static_cast<std::ptrdiff_t>(count));
    first = BigVector<int>{};
    EXPECT_EQ(first.size(), 0U);
  }
}

TEST(BigVector, AppendsAndFillsWhatIsNew) {
  BigVector<int> some;
  some.append(std::vector<int>{1, 2, 3});
  some.resize(5, 9);
  some.resize(2);
  some.resize(4);
  EXPECT_EQ(std::vector<int>(some.begin(), some.end()), (std::vector<int>{1, 2, 0, 0}));
}

TEST(BigVector, MoreThanThereIsIsBadAlloc) {
  EXPECT_THROW(resize_big(nullptr, 0, ~std::size_t{0} / 2 + 1), std::bad_alloc);
  EXPECT_THROW(resize_big(nullptr, 0, std::size_t{1} << 60), std::bad_alloc);
}

}  // namespace
}  // namespace mpart
