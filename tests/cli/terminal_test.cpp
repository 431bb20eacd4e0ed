// What a person at a terminal sees, and what a pipe gets instead.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace mpart::tests {
namespace {

const std::string kCommand = "mpart run synthetic:blobs,samples=150000";

// Output of a command whose standard streams are a terminal of this many columns.
std::string on_a_terminal(const std::string& command, int columns) {
  const TemporaryFolder folder;
  const Ended ended = run(folder, "export PATH DATA; script -qec 'stty cols " +
                                      std::to_string(columns) + "; " + command + "' /dev/null");
  EXPECT_EQ(ended.code, 0) << ended.err;
  return ended.out;
}

// Everything that was drawn at the start of the line, one drawing after the other.
std::vector<std::string> drawings(const std::string& output) {
  const std::string start = "\r\033[K";
  std::vector<std::string> found;
  std::size_t at = output.find(start);
  while (at != std::string::npos) {
    const std::size_t next = output.find(start, at + 1);
    if (next == std::string::npos) break;  // the last one wipes the line
    found.push_back(output.substr(at + start.size(), next - at - start.size()));
    at = next;
  }
  return found;
}

void expect_complete(const std::string& line, std::size_t columns) {
  EXPECT_EQ(line.front(), '[') << line;
  EXPECT_NE(line.find("% "), std::string::npos) << line;
  EXPECT_NE(line.find("/s"), std::string::npos) << line;
  EXPECT_NE(line.find(" left"), std::string::npos) << line;
  EXPECT_LT(line.size(), columns) << line;
}

TEST(Progress, OnATerminalIsABarWithRateAndTimeLeft) {
  // A pause in the middle, so that there is time to draw however fast the rest is.
  const std::string slow =
      "(head -n 1001 $DATA/fashion4d.csv; sleep 0.3; tail -n +1002 $DATA/fashion4d.csv) | "
      "mpart run - --limit 2000";
  const auto lines = drawings(on_a_terminal(slow, 80));
  ASSERT_FALSE(lines.empty());
  for (const std::string& line : lines) expect_complete(line, 80);
}

TEST(Progress, FitsTheTerminalWhenNumbersAreLong) {
  for (const std::string& line : drawings(on_a_terminal(kCommand, 80))) expect_complete(line, 80);
}

TEST(Progress, OnANarrowTerminalStaysOnOneLine) {
  for (const std::string& line : drawings(on_a_terminal(kCommand, 30))) EXPECT_LT(line.size(), 30U);
}

TEST(Progress, CanBeTurnedOff) {
  EXPECT_EQ(on_a_terminal(kCommand + " --quiet", 80).find('\033'), std::string::npos);
}

TEST(Progress, PipesGetNeitherBarNorControlCharacters) {
  const TemporaryFolder folder;
  for (const char* more : {"", " --json", " --trace -"}) {
    const Ended ended = run(folder, "{ " + kCommand + more + "; } 2>err | cat");
    EXPECT_EQ(contents(folder.file("err")), "");
    EXPECT_FALSE(ended.out.empty());
    EXPECT_TRUE(std::none_of(ended.out.begin(), ended.out.end(), [](unsigned char c) {
      return (c < 0x20 && c != '\n') || c == 0x7F;
    })) << more;
  }
}

}  // namespace
}  // namespace mpart::tests
