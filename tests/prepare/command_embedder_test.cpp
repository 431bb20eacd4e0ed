#include "prepare/command_embedder.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <limits>

#include "mpart/error.hpp"
#include "prepare/message_of.hpp"
#include "temporary_folder.hpp"

namespace mpart::embed {
namespace {

using test::message_of;

// Answers every line by what `body` does with it; `line` is its object and `n` its number from 1.
std::string python(const std::string& body, const std::string& before = "") {
  std::string script = "import sys, json, os, time\n" + before +
                       "\nfor n, line in enumerate(sys.stdin, 1):\n    line = json.loads(line)\n";
  script += "    " + body + "\n    sys.stdout.flush()\n";
  return "python3 -c '" + script + "'";
}

const char* const kSums = "print(json.dumps([sum(line[\"values\"]), len(line[\"values\"])]))";

std::vector<Sample> rows(const std::vector<std::vector<double>>& values) {
  std::vector<Sample> all(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) all[i].values = values[i];
  return all;
}

std::vector<float> vectors(Embedder& program, const std::vector<Sample>& samples) {
  std::vector<float> out;
  program.embed_whole(samples, out);
  return out;
}

std::string problem(const std::string& command, std::size_t count = 2,
                    std::chrono::milliseconds limit = std::chrono::milliseconds(60'000)) {
  const auto program = command_embedder(command, {.batch_limit = limit});
  const std::vector<Sample> samples(count, rows({{1, 2}}).front());
  return message_of([&] { vectors(*program, samples); });
}

TEST(CommandEmbedder, GivesAVectorForEverySampleInTheirOrder) {
  const auto program = command_embedder(python(kSums));
  EXPECT_EQ(program->output_width(), 0U);
  EXPECT_EQ(vectors(*program, rows({{1, 2}, {0.5, 4}})), (std::vector<float>{3, 2, 4.5, 2}));
  EXPECT_EQ(program->output_width(), 2U);
}

TEST(CommandEmbedder, KeepsTheProgramRunning) {
  const auto program = command_embedder(python("print([os.getpid() % 65536, n])"));
  const std::vector<float> first = vectors(*program, rows({{1}}));
  const std::vector<float> second = vectors(*program, rows({{1}}));
  EXPECT_EQ(first[0], second[0]);
  EXPECT_EQ(second[1], 2);
}

TEST(CommandEmbedder, ReadsAnObjectWithValuesToo) {
  const auto program = command_embedder(python("print(json.dumps({\"a\": 1, \"values\": [n]}))"));
  EXPECT_EQ(vectors(*program, rows({{1}, {1}})), (std::vector<float>{1, 2}));
}

TEST(CommandEmbedder, SendsIdTextAndMissingValues) {
  std::vector<Sample> samples = rows({{1, std::numeric_limits<double>::quiet_NaN()}});
  samples[0].id = "a\"b";
  samples[0].text = "two\nlines \xC3\xA4 and a broken byte \xFF";
  const auto program =
      command_embedder(python("print([line[\"id\"] == \"a\\\"b\", line[\"values\"][1] is None, "
                              "len(line[\"text\"].split(\"\\n\")), ord(line[\"text\"][10])])"));
  // Python writes True: the program above shows what arrives, as text that is no JSON.
  EXPECT_NE(message_of([&] { vectors(*program, samples); }).find("[True, True, 2, 228]"),
            std::string::npos);
}

TEST(CommandEmbedder, SendsThePathOfAFileUnderItsOwnKey) {
  std::vector<Sample> samples(1);
  samples[0].text = "photos/cat.jpg";
  const auto program =
      command_embedder(python("print([len(line[\"path\"])])"), {.text = wire::SampleText::kPath});
  EXPECT_EQ(vectors(*program, samples), (std::vector<float>{14}));
}

TEST(CommandEmbedder, RunsAfterAnotherNetworkOnItsValues) {
  const auto program = command_embedder(python(kSums));
  std::vector<float> out;
  program->embed(std::vector<float>{1, 2, 3, 4}, 2, out);
  EXPECT_EQ(out, (std::vector<float>{3, 2, 7, 2}));
}

TEST(CommandEmbedder, LargeBatchesDoNotBlockEachOther) {
  // Answers before it has read all, more than a pipe holds in both directions.
  const auto program = command_embedder(python("print(json.dumps(line[\"values\"]))"));
  const std::vector<Sample> samples(256, rows({std::vector<double>(2000, 0.123456)}).front());
  EXPECT_EQ(vectors(*program, samples).size(), 256U * 2000U);
}

TEST(CommandEmbedder, ProgramThatComplainsAtLengthDoesNotWait) {
  const auto program = command_embedder(
      python("print([n])", "sys.stderr.write(\"x\" * 1000000)\nsys.stderr.flush()"));
  EXPECT_EQ(vectors(*program, rows({{1}})), (std::vector<float>{1}));
}

TEST(CommandEmbedder, ProgramThatDiesOnceIsStartedAgain) {
  const tests::TemporaryFolder folder;
  const std::string mark = folder.file("mark");
  const auto program =
      command_embedder(python("print([n])", "import pathlib\nmark = pathlib.Path(\"" + mark +
                                                "\")\nif not mark.exists():\n    mark.touch()\n    "
                                                "sys.stdin.readline()\n    sys.exit(3)"));
  EXPECT_EQ(vectors(*program, rows({{1}, {2}})), (std::vector<float>{1, 2}));
}

TEST(CommandEmbedder, ProgramThatDiesTwiceIsAnErrorWithStatusAndLastLine) {
  const std::string said =
      problem("echo first >&2; echo 'no model file' >&2; head -n 1 > /dev/null; exit 7");
  EXPECT_NE(said.find("it ended twice before it had answered: exit status 7: no model file"),
            std::string::npos)
      << said;
}

TEST(CommandEmbedder, ProgramThatIsKilledNamesTheSignal) {
  EXPECT_NE(problem("kill -9 $$").find("killed by signal 9"), std::string::npos);
}

TEST(CommandEmbedder, MissingProgramIsNamed) {
  const std::string said = problem("there-is-no-such-program");
  EXPECT_NE(said.find("exit status 127"), std::string::npos) << said;
  EXPECT_NE(said.find("not found"), std::string::npos) << said;
}

TEST(CommandEmbedder, ProgramThatHangsIsAnErrorAfterTheTimeLimit) {
  const std::string said = problem("sleep 1000", 1, std::chrono::milliseconds(300));
  EXPECT_NE(said.find("no answer within 300 ms; --embedder-timeout"), std::string::npos) << said;
}

TEST(CommandEmbedder, ProgramThatClosesItsOutputIsAnError) {
  const std::string said = problem("exec 1>&-; sleep 1000");
  EXPECT_NE(said.find("closed its standard output"), std::string::npos) << said;
}

TEST(CommandEmbedder, RubbishNamesTheLine) {
  EXPECT_NE(problem(python("print([1] if n == 1 else \"hello\")"))
                .find("line 2 of its output: an array of numbers expected, \"hello\" found"),
            std::string::npos);
}

TEST(CommandEmbedder, AnotherWidthNamesTheLine) {
  EXPECT_NE(problem(python("print([1] * n)"))
                .find("line 2 of its output: 1 value expected, as in its first answer, 2 found"),
            std::string::npos);
}

TEST(CommandEmbedder, ValuesThatAreNotFiniteNameTheLine) {
  for (const char* value : {"null", "1e39", "\\\"a\\\"", "true"}) {
    const std::string said =
        problem(std::string("read line; echo \"[1,") + value + "]\"; cat > /dev/null", 1);
    EXPECT_NE(said.find("line 1 of its output: value 2: a finite number expected"),
              std::string::npos)
        << said;
  }
  EXPECT_NE(problem("read line; echo '[]'; cat > /dev/null", 1).find("line 1 of its output"),
            std::string::npos);
  EXPECT_NE(
      problem("read line; echo '{\"v\":[1]}'; cat > /dev/null", 1).find("\"values\" is missing"),
      std::string::npos);
}

TEST(CommandEmbedder, TooManyLinesAreAnErrorNow) {
  EXPECT_NE(problem("read line; echo '[1]\n[2]\n[3]'; cat > /dev/null")
                .find("more lines than it was given"),
            std::string::npos);
}

TEST(CommandEmbedder, TooManyLinesAreAnErrorWithTheNextBatch) {
  const auto program = command_embedder("head -n 1; sleep 0.2; echo '[5]'; cat");
  std::vector<Sample> samples = rows({{1}});
  EXPECT_EQ(vectors(*program, samples), (std::vector<float>{1}));
  const std::string said = message_of([&] {
    for (int i = 0; i < 1000; ++i) {
      vectors(*program, samples);
      ::usleep(10'000);
    }
  });
  EXPECT_NE(said.find("more lines than it was given"), std::string::npos) << said;
}

TEST(CommandEmbedder, EmptyCommandIsRefused) {
  EXPECT_EQ(message_of([] { command_embedder(" "); }),
            "--embedder command:PROGRAM expected, the program is empty");
}

TEST(CommandEmbedder, ChainChecksTheNextNetworkOnceTheWidthIsKnown) {
  class Pairs : public Embedder {
   public:
    const std::string& name() const override { return name_; }
    std::size_t input_width() const override { return 2; }
    std::size_t output_width() const override { return 1; }
    void embed(std::span<const float> in, std::size_t rows, std::vector<float>& out) override {
      out.clear();
      for (std::size_t i = 0; i < rows; ++i) out.push_back(in[2 * i] - in[2 * i + 1]);
    }

   private:
    std::string name_ = "pairs.onnx";
  };
  const EmbedderChain fits = {command_embedder(python(kSums)), std::make_shared<Pairs>()};
  require_fit(fits);
  std::vector<Sample> samples = rows({{1, 2}, {5, 6}});
  embed_samples(fits, samples);
  EXPECT_EQ(samples[1].values, (std::vector<double>{9}));
  const EmbedderChain wrong = {command_embedder(python("print([1, 2, 3])")),
                               std::make_shared<Pairs>()};
  EXPECT_EQ(message_of([&] { embed_samples(wrong, samples); }),
            "pairs.onnx: 2 values expected, 3 given");
}

TEST(CommandEmbedder, SourceKnowsItsWidthFromTheFirstAnswer) {
  class Texts : public Source {
   public:
    bool next(Sample& sample) override {
      sample.row = ++at_;
      sample.text = std::string(at_, 'x');
      return at_ <= 300;
    }
    std::size_t width() const override { return 0; }
    std::optional<double> progress() const override { return 0.5; }

   private:
    std::uint64_t at_ = 0;
  };
  const auto source = embedded(std::make_unique<Texts>(),
                               {command_embedder(python("print([n, len(line[\"text\"])])"))});
  EXPECT_EQ(source->width(), 2U);
  Sample sample;
  for (std::uint64_t row = 1; row <= 300; ++row) {
    ASSERT_TRUE(source->next(sample));
    const auto number = static_cast<double>(row);
    EXPECT_EQ(sample.values, (std::vector<double>{number, number}));
    EXPECT_EQ(sample.text.size(), row);
  }
  EXPECT_FALSE(source->next(sample));
}

}  // namespace
}  // namespace mpart::embed
