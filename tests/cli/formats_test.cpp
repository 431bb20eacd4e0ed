// The same stream in every form it can come in.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/program.hpp"
#include "reference/golden.hpp"
#include "source/npy_bytes.hpp"

namespace mpart::tests {
namespace {

constexpr std::size_t kSamples = 300;

class Formats : public testing::Test {
 protected:
  Formats() : samples_(reference::read_samples("fashion4d.csv")) {
    samples_.resize(kSamples);
    overwrite(folder.file("data.csv"), text(","));
    expected_ = trace_of("data.csv");
    EXPECT_GT(expected_.size(), kSamples * 20);
  }

  std::string text(const std::string& delimiter) const {
    std::string out;
    for (const Sample& sample : samples_) {
      for (const double value : sample.values) out += std::to_string(value) + delimiter;
      out += sample.label + '\n';
    }
    return out;
  }

  std::string jsonl() const {
    std::string out;
    for (const Sample& sample : samples_) {
      out += R"({"label": ")" + sample.label + R"(", "values": [)";
      for (const double value : sample.values) out += std::to_string(value) + ',';
      out.back() = ']';
      out += "}\n";
    }
    return out;
  }

  // The trace of `mpart run` with these words; ten labels are enough to notice a wrong one.
  std::string trace_of(const std::string& words) const {
    const Ended ended = run(folder, "mpart run " + words + " --budget 1/30 --trace t.csv --json");
    EXPECT_EQ(ended.code, 0) << words << '\n' << ended.err;
    return contents(folder.file("t.csv"));
  }

  TemporaryFolder folder;
  std::vector<Sample> samples_;
  std::string expected_;
};

TEST_F(Formats, AHeaderMakesNoDifference) {
  overwrite(folder.file("header.csv"), "x0,x1,x2,x3,label\n" + text(","));
  EXPECT_EQ(trace_of("header.csv"), expected_);
}

TEST_F(Formats, SemicolonsAndTabs) {
  overwrite(folder.file("semicolons.csv"), text(";"));
  overwrite(folder.file("tabs.tsv"), text("\t"));
  EXPECT_EQ(trace_of("semicolons.csv"), expected_);
  EXPECT_EQ(trace_of("tabs.tsv"), expected_);
}

TEST_F(Formats, LineEndsOfWindows) {
  std::string windows;
  for (const char c : text(",")) windows += c == '\n' ? "\r\n" : std::string(1, c);
  overwrite(folder.file("windows.csv"), windows);
  EXPECT_EQ(trace_of("windows.csv"), expected_);
}

TEST_F(Formats, Gzip) {
  ASSERT_EQ(run(folder, "gzip -k data.csv").code, 0);
  EXPECT_EQ(trace_of("data.csv.gz"), expected_);
}

TEST_F(Formats, ALabelColumnThatIsNotTheLast) {
  ASSERT_EQ(run(folder,
                "echo kind,a,b,c,d >first.csv; "
                "awk -F, '{print $5\",\"$1\",\"$2\",\"$3\",\"$4}' data.csv >>first.csv")
                .code,
            0);
  EXPECT_EQ(trace_of("first.csv --label-column kind"), expected_);
  EXPECT_EQ(trace_of("first.csv --label-column 1"), expected_);
}

TEST_F(Formats, Npy) {
  std::string values, labels;
  for (const Sample& sample : samples_) {
    for (const double value : sample.values) values += test::bytes_of<double>({value});
    labels += test::bytes_of<std::int64_t>({std::stoll(sample.label)});
  }
  const std::string count = std::to_string(kSamples);
  overwrite(folder.file("data-x.npy"), test::npy("<f8", '(' + count + ", 4)", values));
  overwrite(folder.file("data-y.npy"), test::npy("<i8", '(' + count + ",)", labels));
  EXPECT_EQ(trace_of("data-x.npy"), expected_);
  overwrite(folder.file("alone.npy"), contents(folder.file("data-x.npy")));
  EXPECT_EQ(trace_of("alone.npy --labels data-y.npy"), expected_);
}

TEST_F(Formats, Jsonl) {
  overwrite(folder.file("data.jsonl"), jsonl());
  EXPECT_EQ(trace_of("data.jsonl"), expected_);
}

TEST_F(Formats, StandardInputIsCsvOrJsonl) {
  overwrite(folder.file("data.jsonl"), jsonl());
  EXPECT_EQ(trace_of("- <data.csv"), expected_);
  EXPECT_EQ(trace_of("- <data.jsonl"), expected_);
}

TEST_F(Formats, LabelsThatAreMissingAreSkippedNotInvented) {
  overwrite(folder.file("some.csv"), "0.1,0.2,x\n0.9,0.8,?\n0.5,0.5,none\n0.3,0.9,\n0.2,0.7,y\n");
  const std::string out =
      run(folder, "mpart run some.csv --full-labels --missing-label none --json").out;
  EXPECT_NE(out.find("\"queries\":5,\"labels\":2,\"skipped\":3,"), std::string::npos) << out;
}

}  // namespace
}  // namespace mpart::tests
