#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mpart/embedder.hpp"
#include "prepare/command_embedder.hpp"
#include "temporary_folder.hpp"

namespace mpart::embed {
namespace {

// Debian's Python, which has numpy.
std::string example(const std::string& name) {
  return "/usr/bin/python3 " MPART_SOURCE_DIR "/examples/embedders/" + name;
}

Sample with_text(const std::string& text) {
  Sample sample;
  sample.text = text;
  return sample;
}

std::string number(std::uint32_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text.push_back(static_cast<char>(value >> (8 * i)));
  return text;
}

// Half a second of a tone, 8,000 samples of 16 bits a second.
std::string wav(double frequency) {
  std::string data;
  for (int i = 0; i < 4000; ++i) {
    const double phase = 2 * std::numbers::pi * frequency * i / 8000;
    data += number(static_cast<std::uint32_t>(std::lround(16000 * std::sin(phase))), 2);
  }
  return "RIFF" + number(static_cast<std::uint32_t>(36 + data.size()), 4) + "WAVEfmt " +
         number(16, 4) + number(1, 2) + number(1, 2) + number(8000, 4) + number(16000, 4) +
         number(2, 2) + number(16, 2) + "data" +
         number(static_cast<std::uint32_t>(data.size()), 4) + data;
}

TEST(EmbedderExamples, SentencesAreEmbeddedByTheModel) {
  const auto program =
      command_embedder("PYTHONPATH=" MPART_SOURCE_DIR "/tests/prepare/data/stand_ins " +
                       example("sentences.py") + " tiny");
  const std::vector<Sample> samples = {with_text("three"), with_text("")};
  std::vector<float> out;
  program->embed_whole(samples, out);
  EXPECT_EQ(out, (std::vector<float>{5, 2, 4, 0, 0, 4}));
}

TEST(EmbedderExamples, SoundsOfOneToneLieCloserThanThoseOfTwo) {
  const tests::TemporaryFolder folder;
  std::vector<Sample> samples;
  for (const double frequency : {440., 450., 2000.}) {
    samples.push_back(with_text(folder.write(std::to_string(samples.size()), wav(frequency))));
  }
  const auto program = command_embedder(example("sound.py"), {.text = wire::SampleText::kPath});
  std::vector<float> out;
  program->embed_whole(samples, out);
  ASSERT_EQ(out.size(), 3 * 64U);
  const auto distance = [&](std::size_t left, std::size_t right) {
    double sum = 0;
    for (std::size_t i = 0; i < 64; ++i) sum += std::abs(out[64 * left + i] - out[64 * right + i]);
    return sum;
  };
  EXPECT_LT(2 * distance(0, 1), distance(0, 2));
}

TEST(EmbedderExamples, WindowTellsMeanDeviationAndCrossings) {
  Sample sample;
  sample.values = {1, 3, 1, 3, 1, 3, 1, 3};
  const auto program = command_embedder(example("window.py"));
  std::vector<float> out;
  program->embed_whole(std::vector<Sample>{sample}, out);
  ASSERT_EQ(out.size(), 11U);
  EXPECT_FLOAT_EQ(out[0], 2);
  EXPECT_FLOAT_EQ(out[1], 1);
  EXPECT_FLOAT_EQ(out[2], 1);
}

}  // namespace
}  // namespace mpart::embed
