#include "prepare/text_features.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace mpart::embed {
namespace {

std::vector<std::uint32_t> keys_of(const std::string& text) {
  TextFeatures features;
  std::vector<std::uint32_t> keys;
  for (const TextFeature& feature : features.of(text)) keys.push_back(feature.key);
  return keys;
}

std::size_t words_of(const std::string& text) {
  const auto keys = keys_of(text);
  return static_cast<std::size_t>(std::count_if(keys.begin(), keys.end(), is_word_feature));
}

TEST(TextFeatures, CapitalsCountAsSmallLetters) {
  EXPECT_EQ(keys_of("FREE Entry"), keys_of("free entry"));
  EXPECT_EQ(keys_of("\xC3\x84RGER"), keys_of("\xC3\xA4rger"));                          // Ä
  EXPECT_EQ(keys_of("\xD0\x9C\xD0\x98\xD0\xA0"), keys_of("\xD0\xBC\xD0\xB8\xD1\x80"));  // МИР
  EXPECT_EQ(keys_of("\xCE\xA3\xCE\x91"), keys_of("\xCF\x83\xCE\xB1"));                  // ΣΑ
  EXPECT_EQ(keys_of("\xC5\xBB\xC5\xB9"), keys_of("\xC5\xBC\xC5\xBA"));                  // ŻŹ
}

TEST(TextFeatures, DigitsCountAlike) {
  EXPECT_EQ(keys_of("call 08712345"), keys_of("call 99999999"));
  EXPECT_NE(keys_of("call 0871"), keys_of("call 08712345"));
}

TEST(TextFeatures, WordsPairsAndPiecesAreFeatures) {
  // "one", "two", "one two"; pieces of " one " and " two ".
  EXPECT_EQ(words_of("one two"), 3U);
  EXPECT_EQ(keys_of("one").size(), 1U + 3U + 2U + 1U);
  EXPECT_NE(keys_of("one two"), keys_of("two one"));
}

TEST(TextFeatures, RunsOfSignsAndUnspacedCharactersAreWords) {
  EXPECT_EQ(words_of("win!!!"), 3U);
  EXPECT_EQ(words_of("\xE4\xB8\xAD\xE6\x96\x87"), 3U);  // two Han characters and their pair
  EXPECT_EQ(words_of("a-b, (c)"), 5U);                  // a b c, a b, b c
}

TEST(TextFeatures, CountsHowOftenAFeatureIsThere) {
  TextFeatures features;
  const auto& found = features.of("spam spam spam");
  const auto often = std::max_element(
      found.begin(), found.end(), [](auto left, auto right) { return left.count < right.count; });
  EXPECT_EQ(often->count, 3U);
}

TEST(TextFeatures, AnyBytesAreAText) {
  EXPECT_TRUE(keys_of("").empty());
  EXPECT_TRUE(keys_of(" \n\t ,.").empty());
  std::string bytes;
  for (int i = 0; i < 1024; ++i) bytes.push_back(static_cast<char>(i * 37));
  EXPECT_FALSE(keys_of(bytes).empty());
  EXPECT_NE(keys_of("\xFF"), keys_of("\xFE"));
}

TEST(TextFeatures, WhatFollowsTheLongestTextIsNotLookedAt) {
  const std::string longest(kMostTextBytes, 'x');
  EXPECT_EQ(keys_of(longest), keys_of(longest + " and more"));
}

TEST(TextFeatures, KeysAreTheSameOnEveryMachine) {
  EXPECT_EQ(keys_of("Ham"), (std::vector<std::uint32_t>{635403, 1672331, 1808089, 1878617, 3523076,
                                                        3523077, 3914579}));
}

}  // namespace
}  // namespace mpart::embed
