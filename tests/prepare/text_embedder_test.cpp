#include "prepare/text_embedder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "mpart/error.hpp"
#include "prepare/message_of.hpp"
#include "util/random.hpp"

namespace mpart::embed {
namespace {

using test::message_of;

// Messages about one of two matters, in words that are drawn.
std::vector<std::string> messages(std::size_t count, std::uint64_t seed) {
  constexpr std::array<std::array<const char*, 6>, 2> kWords = {
      {{"goal", "match", "striker", "league", "referee", "stadium"},
       {"shares", "profit", "dividend", "bank", "quarter", "investor"}}};
  Random random(seed);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text = "the";
    for (int word = 0; word < 6; ++word) text += std::string(" ") + kWords[i % 2][random.below(6)];
    texts.push_back(text);
  }
  return texts;
}

double distance(const std::vector<float>& left, const std::vector<float>& right) {
  double sum = 0;
  for (std::size_t i = 0; i < left.size(); ++i) sum += std::abs(double{left[i]} - double{right[i]});
  return sum;
}

std::string bytes_of(const TextEmbedder& text) {
  Writer out;
  text.save(out);
  return out.take_bytes();
}

TextEmbedder small() { return TextEmbedder::fit(messages(100, 1), {.width = 4}); }

TEST(TextEmbedder, TextsAboutTheSameMatterLieCloser) {
  TextEmbedder text = TextEmbedder::fit(messages(200, 1), {.width = 2});
  std::vector<float> goal, match, bank;
  text.embed("Goal by the striker!", goal);
  text.embed("a referee stops the match", match);
  text.embed("the bank's dividend", bank);
  EXPECT_LT(2 * distance(goal, match), distance(goal, bank));
}

TEST(TextEmbedder, ValuesAreFromZeroToOne) {
  TextEmbedder text = small();
  EXPECT_EQ(text.output_width(), 4U);
  std::vector<float> values;
  for (const std::string& message : messages(50, 2)) {
    text.embed(message, values);
    ASSERT_EQ(values.size(), 4U);
    for (const float value : values) EXPECT_TRUE(value >= 0 && value <= 1) << value;
  }
}

TEST(TextEmbedder, TextOfWhichNothingIsKnownIsInTheMiddle) {
  TextEmbedder text = small();
  std::vector<float> values;
  for (const char* unknown : {"", "   ", "\xF0\x9F\x98\x80"}) {
    text.embed(unknown, values);
    EXPECT_EQ(values, std::vector<float>(4, 0.5F)) << unknown;
  }
}

TEST(TextEmbedder, SameTextsAndSeedGiveTheSameBytes) {
  EXPECT_EQ(bytes_of(small()), bytes_of(small()));
}

TEST(TextEmbedder, LoadedOneGivesTheSameBits) {
  TextEmbedder text = small();
  const std::string bytes = bytes_of(text);
  Reader in(bytes);
  TextEmbedder loaded = TextEmbedder::load(in);
  EXPECT_TRUE(in.done());
  EXPECT_EQ(bytes_of(loaded), bytes);
  std::vector<float> before, after;
  for (const std::string& message : messages(20, 3)) {
    text.embed(message, before);
    loaded.embed(message, after);
    EXPECT_EQ(before, after);
  }
}

TEST(TextEmbedder, KeepsTheMostFrequentFeatures) {
  const std::string all = bytes_of(TextEmbedder::fit(messages(100, 1), {.width = 4}));
  const std::string few =
      bytes_of(TextEmbedder::fit(messages(100, 1), {.width = 4, .most_features = 10}));
  EXPECT_LT(few.size(), all.size());
  EXPECT_EQ(few.size(), 1U + 4U + 4U + 8U + 20U * (3U * 4U + 4U));
}

TEST(TextEmbedder, LearnsFromADrawOfTheTexts) {
  const std::vector<std::string> texts = messages(400, 1);
  const TextFitOptions some{.width = 4, .most_texts = 100, .seed = 1};
  EXPECT_EQ(bytes_of(TextEmbedder::fit(texts, some)), bytes_of(TextEmbedder::fit(texts, some)));
  const TextFitOptions others{.width = 4, .most_texts = 100, .seed = 2};
  EXPECT_NE(bytes_of(TextEmbedder::fit(texts, some)), bytes_of(TextEmbedder::fit(texts, others)));
}

TEST(TextEmbedder, OneTextIsEnough) {
  TextEmbedder text = TextEmbedder::fit(std::vector<std::string>{"only this"}, {.width = 4});
  std::vector<float> values;
  text.embed("only this", values);
  for (const float value : values) EXPECT_TRUE(std::isfinite(value));
}

TEST(TextEmbedder, TextsWithoutAWordAreAnError) {
  EXPECT_EQ(message_of([] {
              TextEmbedder::fit(std::vector<std::string>{"", " . "}, {});
            }),
            "none of the 2 texts has a word to learn from");
  EXPECT_EQ(message_of([] { TextEmbedder::fit(std::vector<std::string>{}, {}); }),
            "none of the 0 texts has a word to learn from");
}

TEST(TextEmbedder, OptionsOutOfRangeAreAnError) {
  const std::vector<std::string> texts = messages(10, 1);
  EXPECT_EQ(message_of([&] { TextEmbedder::fit(texts, {.width = 0}); }),
            "width of text features: 1 to 512 expected, 0 given");
  EXPECT_EQ(message_of([&] { TextEmbedder::fit(texts, {.most_features = 1 << 20}); }),
            "number of text features: 1 to 262144 expected, 1048576 given");
}

TEST(TextEmbedder, CutBytesAreAnErrorAtEveryLength) {
  const std::string bytes =
      bytes_of(TextEmbedder::fit(messages(20, 1), {.width = 2, .most_features = 5}));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Reader in(std::string_view(bytes).substr(0, size));
    EXPECT_THROW(TextEmbedder::load(in), Error) << size;
  }
}

TEST(TextEmbedder, ChangedBytesAreAnErrorOrStillGiveNumbers) {
  const std::string bytes =
      bytes_of(TextEmbedder::fit(messages(20, 1), {.width = 2, .most_features = 5}));
  std::vector<float> values;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string changed = bytes;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    try {
      Reader in(changed);
      TextEmbedder text = TextEmbedder::load(in);
      text.embed("goal profit match", values);
      for (const float value : values) ASSERT_TRUE(value >= 0 && value <= 1) << bit;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kCorrupt);
    }
  }
}

}  // namespace
}  // namespace mpart::embed
