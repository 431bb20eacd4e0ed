#include <gtest/gtest.h>

#include "persist/small_session.hpp"
#include "util/crc64.hpp"

namespace mpart {
namespace {

std::string refusal(std::string_view bytes) {
  try {
    decode_model(bytes);
  } catch (const Error& error) {
    EXPECT_TRUE(error.kind() == ErrorKind::kCorrupt || error.kind() == ErrorKind::kInvalidData ||
                error.kind() == ErrorKind::kUnsupported);
    return error.what();
  }
  return "";
}

// Gives changed bytes a checksum that is right again.
std::string sealed(std::string bytes) {
  bytes.resize(bytes.size() - 8);
  Writer crc;
  crc.u64(crc64(bytes));
  return bytes + crc.bytes();
}

struct Kind {
  const char* name;
  StrategyKind strategy;
  const char* learner;
};
void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class Damage : public testing::TestWithParam<Kind> {
 protected:
  static Session session(std::size_t samples = 60) {
    return small_session(GetParam().strategy, samples, GetParam().learner);
  }
};

constexpr const char* kSmallMlp = "mlp,hidden=2,layers=1,epochs=2";
constexpr const char* kShortAsoinn = "asoinn,lambda=10";
INSTANTIATE_TEST_SUITE_P(EveryStrategyAndLearner, Damage,
                         testing::Values(Kind{"random", StrategyKind::kRandom, "mpart"},
                                         Kind{"memory", StrategyKind::kMemory, "mpart"},
                                         Kind{"explorer", StrategyKind::kExplorer, "mpart"},
                                         Kind{"representative", StrategyKind::kRepresentative,
                                              kShortAsoinn},
                                         Kind{"plus", StrategyKind::kCover, "plus"},
                                         Kind{"lpart", StrategyKind::kExplorer, "lpart"},
                                         Kind{"asoinn", StrategyKind::kRandom, kShortAsoinn},
                                         Kind{"mlp", StrategyKind::kRandom, kSmallMlp},
                                         Kind{"nearest", StrategyKind::kRandom, "nearest"},
                                         Kind{"knn", StrategyKind::kRandom, "knn"}),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST_P(Damage, EveryTruncationIsRefused) {
  const std::string bytes = encode_model(session());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ASSERT_NE(refusal(std::string_view(bytes).substr(0, size)), "") << "cut at " << size;
  }
}

TEST_P(Damage, EveryFlippedBitIsRefused) {
  std::string bytes = encode_model(session(25));
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    const char mask = static_cast<char>(1 << (bit % 8));
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ mask);
    ASSERT_NE(refusal(bytes), "") << "bit " << bit;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ mask);
  }
}

// Whoever makes a checksum fit gets a sound session or an error: never a crash, never a half-loaded
// one.
TEST_P(Damage, ChangedBytesUnderARightChecksumNeverCrash) {
  const std::string bytes = encode_model(session(25));
  Random random(1);
  ColumnOracle oracle;
  for (int round = 0; round < 20000; ++round) {
    std::string changed = bytes;
    for (std::uint64_t edits = 1 + random.below(3); edits > 0; --edits) {
      const std::size_t place = 20 + random.below(bytes.size() - 28);
      changed[place] = static_cast<char>(random.below(4) == 0 ? 0xFF : random.next());
    }
    try {
      Session loaded = decode_model(sealed(changed));
      const std::size_t width = loaded.learner().width();
      loaded.step(random_sample(random, width == 0 ? 2 : width), oracle);
      loaded.finish(oracle);
      (void)loaded.learner().graph();
    } catch (const Error&) {
      continue;
    }
  }
}

TEST(ModelFile, ForeignFilesAreToldFromDamagedOnes) {
  EXPECT_EQ(refusal(""), "not a model file");
  EXPECT_EQ(refusal("PK\x03\x04 a zip file, say, of some length or other"), "not a model file");
  const std::string bytes = encode_model(small_session(StrategyKind::kExplorer));
  EXPECT_EQ(refusal(bytes.substr(0, 15)), "damaged model: it is cut short");
  EXPECT_EQ(refusal(bytes.substr(0, 500)),
            "damaged model: its checksum is wrong; it was cut short or changed");
}

TEST(ModelFile, ANewerVersionIsNamed) {
  std::string bytes = encode_model(small_session(StrategyKind::kExplorer));
  bytes[8] = 9;
  EXPECT_EQ(refusal(sealed(bytes)),
            "model of version 9; this program reads versions up to 4: a newer version of mpart is "
            "needed");
}

// Written by mpart 0.1 before files named their learner:
//   mpart run examples/data/fashion4d.csv --limit 250 --budget 2/100 --strategy memory --rho 0.85
std::string learned(const Session& session) {
  Writer writer;
  session.learner().save(writer, {});
  return std::string(writer.bytes());
}

// The same learner to the last bit and the same questions. Scores that an older program added up in
// another order may differ in their last digits.
void expect_alike(const Session& a, const Session& b) {
  EXPECT_EQ(learned(a), learned(b));
  ASSERT_EQ(a.ledger().size(), b.ledger().size());
  for (std::size_t i = 0; i < a.ledger().size(); ++i) {
    const LedgerEntry& one = a.ledger().at(i);
    const LedgerEntry& other = b.ledger().at(i);
    EXPECT_EQ(one.row, other.row);
    EXPECT_EQ(one.asked, other.asked);
    EXPECT_EQ(one.state, other.state);
    EXPECT_EQ(one.receipt.node, other.receipt.node);
    EXPECT_NEAR(one.reason.score, other.reason.score, 1e-12);
    EXPECT_NEAR(one.reason.density, other.reason.density, 1e-12 * one.reason.density);
  }
}

TEST(ModelFile, AFileOfVersionOneGoesOnAsTheSameStreamWould) {
  Session old = load_model(MPART_SOURCE_DIR "/tests/persist/data/version-1.mpart");
  EXPECT_EQ(old.options().parameters.learner, "mpart");
  EXPECT_EQ(old.options().parameters.rho, 0.85);
  SessionOptions options;
  options.strategy = StrategyKind::kMemory;
  options.budget = {2, 100};
  options.parameters.rho = 0.85;
  Session fresh(options);
  ColumnOracle oracle;
  const auto source = open_source(MPART_SOURCE_DIR "/examples/data/fashion4d.csv");
  Sample sample;
  for (int t = 0; t < 250 && source->next(sample); ++t) fresh.step(sample, oracle);
  fresh.finish(oracle);
  expect_alike(fresh, old);
  for (int t = 0; t < 500 && source->next(sample); ++t) {
    fresh.step(sample, oracle);
    old.step(sample, oracle);
  }
  expect_alike(fresh, old);
}

TEST(ModelFile, TextConversionIsNoticed) {
  std::string bytes = encode_model(small_session(StrategyKind::kExplorer));
  bytes.erase(5, 1);  // \r\n to \n
  EXPECT_EQ(refusal(bytes), "not a model file");
}

TEST(Crc64, MatchesThePublishedCheckValue) {
  EXPECT_EQ(crc64("123456789"), 0x995DC9BBDF1939FAU);  // catalogue of CRC algorithms, CRC-64/XZ
}

}  // namespace
}  // namespace mpart
