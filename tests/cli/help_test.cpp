#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "cli/program.hpp"

namespace mpart::tests {
namespace {

constexpr std::size_t kTextColumn = 34;

// Flags of a help page. Each has to say what it is for, on its line or on the next.
std::set<std::string> explained_flags(const std::string& page) {
  std::set<std::string> flags;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t start = line.find("--");
    if (line.rfind("  -", 0) != 0 || start == std::string::npos) continue;
    const std::string flag = line.substr(start, line.find_first_of(" ,=", start) - start);
    if (line.size() <= kTextColumn) std::getline(lines, line);
    EXPECT_GT(line.size(), kTextColumn + 5) << flag << " says nothing of its purpose";
    flags.insert(flag);
  }
  return flags;
}

std::set<std::string> flags_of(const std::string& subcommand) {
  const TemporaryFolder folder;
  const Ended ended = run(folder, "mpart " + subcommand + " --help");
  EXPECT_EQ(ended.code, 0) << subcommand;
  EXPECT_EQ(ended.err, "") << subcommand;
  return explained_flags(ended.out);
}

TEST(Help, NamesThePurposeOfEveryFlag) {
  const std::set<std::string> data = {
      "--help",     "--label-column", "--labels", "--missing-label", "--unlabelled",
      "--embedder", "--image-size",   "--mean",   "--std",           "--bgr",
      "--grey",     "--skip-broken",  "--output"};
  std::set<std::string> run_flags = {
      "--test",        "--learner",    "--budget",      "--strategy",  "--alpha",  "--beta",
      "--rho",         "--delta",      "--tau",         "--ke",        "--kd",     "--layers",
      "--no-density",  "--seed",       "--full-labels", "--max-nodes", "--limit",  "--skip",
      "--shuffle",     "--unseen",     "--oracle",      "--wait",      "--mode",   "--model",
      "--resume",      "--save-every", "--min-count",   "--trace",     "--ledger", "--curve",
      "--curve-every", "--json",       "--quiet"};
  run_flags.insert(data.begin(), data.end());
  std::set<std::string> predict_flags = {"--out", "--probabilities", "--json"};
  predict_flags.insert(data.begin(), data.end());
  std::set<std::string> topology_flags = {"--data", "--axes", "--out", "--title"};
  topology_flags.insert(data.begin(), data.end());
  std::set<std::string> fit_flags = {"--out",    "--dims",    "--neighbours", "--min-dist",
                                     "--epochs", "--network", "--features",   "--share",
                                     "--seed",   "--json",    "--quiet"};
  fit_flags.insert(data.begin(), data.end());
  std::set<std::string> apply_flags = {"--out", "--unseen", "--quiet"};
  apply_flags.insert(data.begin(), data.end());
  std::set<std::string> score_flags = {"--others", "--neighbours", "--rows",
                                       "--map",    "--title",      "--json"};
  score_flags.insert(data.begin(), data.end());
  EXPECT_EQ(flags_of("embed fit"), fit_flags);
  EXPECT_EQ(flags_of("embed apply"), apply_flags);
  EXPECT_EQ(flags_of("embed score"), score_flags);
  EXPECT_EQ(flags_of("run"), run_flags);
  EXPECT_EQ(flags_of("predict"), predict_flags);
  EXPECT_EQ(flags_of("plot topology"), topology_flags);
  EXPECT_EQ(flags_of("inspect"),
            (std::set<std::string>{"--help", "--export", "--ledger", "--json"}));
  EXPECT_EQ(flags_of("plot curve"),
            (std::set<std::string>{"--help", "--out", "--title", "--online"}));
}

TEST(Help, OfTheProgramNamesEverySubcommand) {
  const TemporaryFolder folder;
  const Ended ended =
      run(folder, "mpart --help; mpart plot --help; mpart embed --help; mpart backbone --help");
  EXPECT_EQ(ended.code, 0);
  for (const char* name : {"\n  run ", "\n  predict ", "\n  inspect ", "\n  plot ", "\n  curve ",
                           "\n  topology ", "\n  embed ", "\n  fit ", "\n  apply ", "\n  score ",
                           "\n  data ", "\n  backbone ", "\n  list ", "\n  install "}) {
    EXPECT_NE(ended.out.find(name), std::string::npos) << name;
  }
}

TEST(Help, TheVersionIsOneLine) {
  const TemporaryFolder folder;
  const Ended ended = run(folder, "mpart --version");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.out.rfind("mpart ", 0), 0U);
  EXPECT_EQ(ended.out.find('\n'), ended.out.size() - 1);
}

}  // namespace
}  // namespace mpart::tests
