#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "source/support.hpp"

namespace mpart::test {
namespace {

std::vector<Sample> draw(const std::string& spec, std::uint64_t seed = 1) {
  SourceOptions options;
  options.seed = seed;
  return read_all(*open_source("synthetic:" + spec, options));
}

std::set<std::string> classes_of(const std::vector<Sample>& samples, std::size_t from = 0,
                                 std::size_t to = std::string::npos) {
  std::set<std::string> classes;
  for (std::size_t i = from; i < std::min(to, samples.size()); ++i)
    classes.insert(samples[i].label);
  return classes;
}

TEST(Synthetic, EveryStreamLiesInTheUnitSquareAndHasTenThousandSamples) {
  for (const char* name : {"moons", "blobs", "late-class", "drift"}) {
    const auto samples = draw(name);
    ASSERT_EQ(samples.size(), 10000) << name;
    EXPECT_EQ(samples[9999].row, 10000);
    for (const Sample& sample : samples) {
      ASSERT_EQ(sample.values.size(), 2);
      for (const double value : sample.values) ASSERT_TRUE(value >= 0 && value <= 1);
    }
  }
}

TEST(Synthetic, SameSeedGivesTheSameStreamAndAnotherSeedAnother) {
  for (const char* name : {"moons", "blobs", "late-class", "drift"}) {
    const auto first = draw(name, 7), again = draw(name, 7), other = draw(name, 8);
    EXPECT_EQ(first[99].values, again[99].values) << name;
    EXPECT_EQ(labels_of(first), labels_of(again)) << name;
    EXPECT_NE(first[99].values, other[99].values) << name;
  }
}

TEST(Synthetic, NumbersAreThoseWrittenHere) {
  // Last digits may differ by the machine's cosine, nothing else.
  const Sample sample = draw("moons,samples=1", 42)[0];
  EXPECT_EQ(sample.label, "upper");
  EXPECT_NEAR(sample.values[0], 0.508089684123943, 1e-12);
  EXPECT_NEAR(sample.values[1], 0.681151948532854, 1e-12);
}

TEST(Synthetic, MoonsWithoutNoiseAreTwoHalfCircles) {
  for (const Sample& sample : draw("moons,noise=0")) {
    const bool upper = sample.label == "upper";
    const double x = sample.values[0] - (upper ? 0.375 : 0.625);
    const double y = sample.values[1] - (upper ? 0.4375 : 0.5625);
    EXPECT_NEAR(std::hypot(x, y), 0.25, 1e-12);
    EXPECT_TRUE(upper ? y >= 0 : y <= 0);
  }
}

TEST(Synthetic, BlobsHaveTheClassesAndFeaturesAskedFor) {
  const auto samples = draw("blobs,classes=3,dims=4,samples=500");
  EXPECT_EQ(samples.size(), 500);
  EXPECT_EQ(samples[0].values.size(), 4);
  EXPECT_EQ(classes_of(samples), (std::set<std::string>{"a", "b", "c"}));
}

TEST(Synthetic, LateClassComesAfterItsShareOfTheSamples) {
  const auto samples = draw("late-class,samples=1000,after=0.8,classes=3");
  EXPECT_EQ(classes_of(samples, 0, 800), (std::set<std::string>{"a", "b"}));
  EXPECT_EQ(classes_of(samples, 800), (std::set<std::string>{"a", "b", "c"}));
}

TEST(Synthetic, DriftComesRoundAfterOnePeriod) {
  const auto samples = draw("drift,noise=0,period=1000,samples=1501,classes=2");
  const auto angle = [&](std::size_t i) {
    const double turn =
        std::atan2(samples[i].values[1] - 0.5, samples[i].values[0] - 0.5) / M_PI / 2;
    return turn - (samples[i].label == "b" ? 0.5 : 0);
  };
  const auto turned = [&](std::size_t from, std::size_t to) {
    const double turns = angle(to) - angle(from);
    return turns - std::floor(turns + 1e-9);
  };
  EXPECT_NEAR(turned(0, 250), 0.25, 1e-9);
  EXPECT_NEAR(turned(0, 500), 0.5, 1e-9);
  EXPECT_NEAR(turned(500, 1500), 0, 1e-9);
}

TEST(Synthetic, EndlessStreamHasNoProgress) {
  const auto source = open_source("synthetic:drift,samples=0");
  Sample sample;
  for (int i = 0; i < 20000; ++i) ASSERT_TRUE(source->next(sample));
  EXPECT_EQ(source->progress(), std::nullopt);
  const auto finite = open_source("synthetic:drift,samples=4");
  finite->next(sample);
  EXPECT_EQ(finite->progress(), 0.25);
}

TEST(Synthetic, LabelsAreEmptyWhenNoneAreWanted) {
  SourceOptions options;
  options.labelled = false;
  Sample sample;
  open_source("synthetic:moons", options)->next(sample);
  EXPECT_EQ(sample.label, "");
}

TEST(BadSynthetic, NamesOptionsAndValuesThatDoNotExistAreAnsweredByThoseThatDo) {
  const auto error_of = [](const std::string& spec) { return bad_use_of([&] { draw(spec); }); };
  EXPECT_EQ(error_of("foo"),
            "synthetic:foo: no such stream; moons, blobs, late-class and drift exist");
  EXPECT_EQ(error_of(""), "synthetic:: no such stream; moons, blobs, late-class and drift exist");
  EXPECT_EQ(error_of("moons,classes=3"),
            "synthetic:moons: no option \"classes\"; options are samples, noise");
  EXPECT_EQ(error_of("drift,"), "synthetic:drift: \"\" should be option=value");
  EXPECT_EQ(error_of("blobs,classes=27"),
            "synthetic:blobs: classes must be between 2 and 26, not \"27\"");
  EXPECT_EQ(error_of("blobs,classes=2.5"), "synthetic:blobs: classes must be a whole number");
  EXPECT_EQ(error_of("moons,noise=much"),
            "synthetic:moons: noise must be between 0 and 1, not \"much\"");
  EXPECT_EQ(error_of("moons,noise"), "synthetic:moons: \"noise\" should be option=value");
}

}  // namespace
}  // namespace mpart::test
