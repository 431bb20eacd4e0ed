// Files that claim to be models.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "mpart/model_file.hpp"
#include "mpart/oracle.hpp"
#include "util/crc64.hpp"

namespace mpart::tests {
namespace {

std::string sound_model() {
  Session session({.budget = {1, 2}});
  ColumnOracle oracle;
  for (int i = 0; i < 20; ++i) {
    Sample sample;
    sample.values = {0.05 * i, 1 - 0.05 * i};
    sample.label = i % 2 == 0 ? "even" : "odd";
    session.step(sample, oracle);
  }
  return encode_model(session);
}

std::string with_a_flipped_bit(std::string model, std::size_t position) {
  model[position] = static_cast<char>(model[position] ^ 0x10);
  return model;
}

// Says version 9, and its checksum agrees.
std::string of_a_newer_program(std::string model) {
  constexpr std::size_t kVersion = 8, kChecksumBytes = 8;
  model[kVersion] = 9;
  model.resize(model.size() - kChecksumBytes);
  std::uint64_t crc = crc64(model);
  for (std::size_t i = 0; i < kChecksumBytes; ++i, crc >>= 8) model += static_cast<char>(crc);
  return model;
}

struct BadModel {
  const char* name;
  std::string bytes;
  const char* error;
};

void PrintTo(const BadModel& model, std::ostream* out) { *out << model.name; }

class BadModels : public testing::TestWithParam<BadModel> {};

TEST_P(BadModels, AreRefusedByEveryCommandAndLeftAsTheyAre) {
  const TemporaryFolder folder;
  overwrite(folder.file("bad.mpart"), GetParam().bytes);
  overwrite(folder.file("data.csv"), "a,b,label\n0.1,0.2,even\n");
  overwrite(folder.file("out.csv"), "old");
  const auto before = everything_in(folder);
  for (const char* command : {"mpart inspect bad.mpart", "mpart inspect bad.mpart --export g.dot",
                              "mpart predict bad.mpart data.csv --out out.csv",
                              "mpart run data.csv --resume bad.mpart --model bad.mpart",
                              "mpart plot topology bad.mpart --out t.svg"}) {
    const Ended ended = run(folder, command);
    EXPECT_EQ(ended.code, 2) << command;
    EXPECT_EQ(ended.err, std::string("mpart: bad.mpart: ") + GetParam().error + "\n") << command;
    EXPECT_EQ(ended.out, "") << command;
  }
  EXPECT_EQ(everything_in(folder), before);
}

constexpr const char* kChanged =
    "damaged model: its checksum is wrong; it was cut short or changed";

INSTANTIATE_TEST_SUITE_P(
    Files, BadModels,
    testing::Values(
        BadModel{"Foreign", std::string("PK\3\4 a zip, perhaps"), "not a model file"},
        BadModel{"Empty", "", "not a model file"},
        BadModel{"CutInItsHeader", sound_model().substr(0, 15), "damaged model: it is cut short"},
        BadModel{"CutInTheMiddle", sound_model().substr(0, 300), kChanged},
        BadModel{"CutByOneByte", sound_model().substr(0, sound_model().size() - 1), kChanged},
        BadModel{"LongerByOneByte", sound_model() + '\0', kChanged},
        BadModel{"FlippedInItsBody", with_a_flipped_bit(sound_model(), 200), kChanged},
        BadModel{"FlippedInItsVersion", with_a_flipped_bit(sound_model(), 9), kChanged},
        BadModel{"Newer", of_a_newer_program(sound_model()),
                 "model of version 9; this program reads versions up to 4: a newer version of "
                 "mpart is needed"}),
    [](const auto& one) { return std::string(one.param.name); });

class WithAModel : public testing::Test {
 protected:
  WithAModel() {
    overwrite(folder.file("m"), sound_model());
    overwrite(folder.file("two.csv"), "a,b,label\n0.1,0.2,even\n");
    overwrite(folder.file("five.csv"), "a,b,c,d,e,label\n0.1,0.2,0.3,0.4,0.5,even\n");
  }

  void expect_refused(const std::string& command, const std::string& error) const {
    const auto before = everything_in(folder);
    const Ended ended = run(folder, command);
    EXPECT_EQ(ended.code, 2) << command;
    EXPECT_EQ(ended.err, "mpart: " + error + "\n") << command;
    EXPECT_EQ(ended.out, "") << command;
    EXPECT_EQ(everything_in(folder), before) << command;
  }

  TemporaryFolder folder;
};

TEST_F(WithAModel, ResumeTakesNoNewParameters) {
  for (const auto& [flag, own] : {std::pair{"--rho 0.9", "0.95"},
                                  {"--layers 2", "3"},
                                  {"--no-density", "density_weighting on"},
                                  {"--max-nodes 5", "0"}}) {
    expect_refused(std::string("mpart run two.csv --resume m --model m2 ") + flag,
                   std::string(flag) + ": the model has " + own +
                       "; leave the flag out, or start a new model");
  }
}

TEST_F(WithAModel, DataOfAnotherWidthIsRefused) {
  const std::string error = "five.csv: 2 values a sample expected, 5 found";
  expect_refused("mpart predict m five.csv --out m2", error);
  expect_refused("mpart run five.csv --resume m --model m", error);
  expect_refused("mpart plot topology m --data five.csv --out t.svg", error);
}

TEST_F(WithAModel, AMissingModelIsNamed) {
  expect_refused("mpart predict none two.csv", "none: cannot open: No such file or directory");
  expect_refused("mpart run two.csv --resume none", "none: cannot open: No such file or directory");
}

TEST_F(WithAModel, ItIsNotWrittenOverByWhatIsDerivedFromIt) {
  const std::string error = "m: named twice; one file would overwrite the other";
  expect_refused("mpart predict m two.csv --out m", error);
  expect_refused("mpart inspect m --ledger m", error);
  for (const char* output : {"--trace m", "--ledger m", "--curve m"}) {
    expect_refused(std::string("mpart run two.csv --resume m ") + output, error);
  }
}

}  // namespace
}  // namespace mpart::tests
