#include "plot/palette.hpp"

#include <gtest/gtest.h>

#include <set>

namespace mpart::plot {
namespace {

TEST(Palette, TwentySixColoursDiffer) {
  std::set<Colour> colours;
  for (std::size_t i = 0; i < 26; ++i) colours.insert(palette_colour(i));
  EXPECT_EQ(colours.size(), 26U);
  EXPECT_EQ(palette_colour(26), palette_colour(0));
}

TEST(Palette, MixingGoesFromOneColourToTheOther) {
  EXPECT_EQ(mixed(0x102030, 0xFFFFFF, 0), 0x102030U);
  EXPECT_EQ(mixed(0x102030, 0xFFFFFF, 1), 0xFFFFFFU);
  EXPECT_EQ(mixed(0x000000, 0xFF8000, 0.5), 0x804000U);
  EXPECT_EQ(hex(0x0072B2), "#0072b2");
}

TEST(ClassColours, NumbersAreSortedByValueBeforeWords) {
  const ClassColours classes({"b", "10", "9", "", "a", "9", "nan"});
  EXPECT_EQ(classes.names(), (std::vector<std::string>{"9", "10", "a", "b", "nan"}));
  EXPECT_EQ(classes.of("9"), palette_colour(0));
  EXPECT_EQ(classes.of("nan"), palette_colour(4));
}

TEST(ClassColours, WhatIsNoClassIsGrey) {
  const ClassColours classes({"a"});
  EXPECT_EQ(classes.of(""), kUnknownColour);
  EXPECT_EQ(classes.of("z"), kUnknownColour);
}

}  // namespace
}  // namespace mpart::plot
