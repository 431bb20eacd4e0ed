// Streams that never end, in memory that does not grow.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <random>

#include "mpart/session.hpp"

namespace mpart::tests {
namespace {

constexpr std::size_t kMegabyte = 1 << 20;

std::size_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t all_pages = 0, resident_pages = 0;
  statm >> all_pages >> resident_pages;
  return resident_pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::size_t growth_since(std::size_t before) {
  const std::size_t now = resident_bytes();
  return now > before ? now - before : 0;
}

// Two noisy clusters that wander around a circle, so that old nodes fall out of use all the time.
class WanderingClusters {
 public:
  void next(Sample& sample) {
    constexpr double kSamplesAround = 1e6, kRadius = 0.35, kNoise = 0.01;
    const bool second = sample.row++ % 2 == 1;
    const double angle = 2 * std::numbers::pi * static_cast<double>(sample.row) / kSamplesAround +
                         (second ? std::numbers::pi : 0);
    sample.values = {0.5 + kRadius * std::cos(angle) + noise(kNoise),
                     0.5 + kRadius * std::sin(angle) + noise(kNoise)};
    sample.label.assign(1, second ? 'b' : 'a');
  }

 private:
  double noise(double width) { return width * (uniform_(random_) + uniform_(random_)); }

  std::minstd_rand random_{1};
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

SessionOptions bounded(Budget budget) {
  SessionOptions options;
  options.parameters.max_nodes = 200;
  options.parameters.rho = 0.98;
  options.budget = budget;
  return options;
}

class Stream {
 public:
  explicit Stream(Budget budget) : session_(bounded(budget)) {}

  void run_until(std::uint64_t samples, Oracle& oracle) {
    while (session_.counters().samples < samples) {
      clusters_.next(sample_);
      session_.step(sample_, oracle);
    }
  }
  const Session& session() const { return session_; }

 private:
  Session session_;
  WanderingClusters clusters_;
  Sample sample_;
};

TEST(FlatMemory, OverTenMillionSamples) {
  Stream stream({1, 1000});
  ColumnOracle oracle;
  stream.run_until(1'000'000, oracle);
  const std::size_t after_one_million = resident_bytes();
  stream.run_until(10'000'000, oracle);
  EXPECT_LT(growth_since(after_one_million), 2 * kMegabyte);
  const Session& session = stream.session();
  EXPECT_EQ(session.learner().node_count(), 200U);
  EXPECT_GT(session.learner().graph().nodes.front().id, 1'000U) << "nodes come and go";
  EXPECT_GT(session.ledger().asked(), 9'000U);
  EXPECT_LE(session.ledger().asked(), 10'000U);
}

class Nobody : public Oracle {
 public:
  Answer ask(const Query& /*query*/) override { return {}; }
};

TEST(FlatMemory, WhenNobodyEverAnswers) {
  constexpr std::uint64_t kKept = 65'536;
  Stream stream({1, 10});
  Nobody nobody;
  stream.run_until(700'000, nobody);
  ASSERT_GT(stream.session().ledger().asked(), kKept) << "the ledger is full by now";
  const std::size_t when_full = resident_bytes();
  stream.run_until(1'500'000, nobody);
  EXPECT_LT(growth_since(when_full), kMegabyte / 2);
  const Session& session = stream.session();
  EXPECT_EQ(session.ledger().size(), kKept);
  EXPECT_EQ(session.ledger().open_count(), kKept);
  EXPECT_EQ(session.counters().expired, session.ledger().asked() - kKept);
}

}  // namespace
}  // namespace mpart::tests
