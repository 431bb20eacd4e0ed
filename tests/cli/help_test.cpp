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
  const std::set<std::string> data = {"--help",
                                      "--label-column",
                                      "--labels",
                                      "--missing-label",
                                      "--unlabelled",
                                      "--embedder",
                                      "--image-size",
                                      "--mean",
                                      "--std",
                                      "--bgr",
                                      "--grey",
                                      "--skip-broken",
                                      "--output",
                                      "--columns",
                                      "--ignore",
                                      "--id-column",
                                      "--kind",
                                      "--feature-count",
                                      "--embedder-timeout",
                                      "--window"};
  std::set<std::string> run_flags = {
      "--test",        "--learner",    "--budget",      "--strategy",  "--alpha",    "--beta",
      "--rho",         "--delta",      "--tau",         "--ke",        "--kd",       "--layers",
      "--no-density",  "--seed",       "--full-labels", "--max-nodes", "--limit",    "--skip",
      "--shuffle",     "--unseen",     "--oracle",      "--wait",      "--mode",     "--model",
      "--resume",      "--save-every", "--min-count",   "--trace",     "--ledger",   "--curve",
      "--curve-every", "--json",       "--quiet",       "--overwrite", "--pictures", "--map",
      "--scale"};
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

// What mpart writes when all is well.
std::string said(const std::string& command) {
  const TemporaryFolder folder;
  const Ended ended = run(folder, command);
  EXPECT_EQ(ended.code, 0) << command << '\n' << ended.err;
  EXPECT_EQ(ended.err, "") << command;
  return ended.out;
}

void expect_refused(const std::string& command, const std::string& error) {
  const TemporaryFolder folder;
  const Ended ended = run(folder, command);
  EXPECT_EQ(ended.code, 2) << command;
  EXPECT_EQ(ended.err, "mpart: " + error + "\n");
}

TEST(Help, OfRunHasItsFlagsInGroups) {
  const std::string page = said("mpart run --help");
  std::size_t last = 0;
  for (const char* group : {"\nData:", "\nNetworks and pictures:", "\nLearning:",
                            "\nParameters of the paper:", "\nPeople:", "\nOutput:"}) {
    const std::size_t at = page.find(group);
    ASSERT_NE(at, std::string::npos) << group << " is not in\n" << page;
    EXPECT_GT(at, last) << group;
    last = at;
  }
  const std::size_t paper = page.find("\nParameters of the paper:");
  EXPECT_GT(page.find("--alpha"), paper);
  EXPECT_GT(page.find("--max-nodes"), paper);
  EXPECT_LT(page.find("--max-nodes"), page.find("\nPeople:"));
}

TEST(Help, OfACommandOrATopicIsAPage) {
  EXPECT_EQ(said("mpart help run"), said("mpart run --help"));
  EXPECT_EQ(said("mpart help embed fit"), said("mpart embed fit --help"));
  const std::string all = said("mpart help");
  for (const char* topic : {"data", "budget", "oracle", "model", "embedder", "parameters"}) {
    EXPECT_NE(all.find(std::string("\n  ") + topic + " "), std::string::npos) << topic;
    EXPECT_NE(said(std::string("mpart help ") + topic).find("\n  --"), std::string::npos) << topic;
  }
  EXPECT_NE(said("mpart help budget").find("--budget '50 labels'"), std::string::npos);
  expect_refused("mpart help bugdet",
                 "no help about \"bugdet\"; mpart help lists commands and topics; did you mean "
                 "budget?");
}

TEST(Help, SaysWhatWasMeant) {
  expect_refused("mpart rnu", "no command \"rnu\"; did you mean run? (see mpart --help)");
  expect_refused("mpart run synthetic:moons --buget 1/10",
                 "mpart run has no flag --buget; did you mean --budget? (see mpart run --help)");
  expect_refused("mpart embed fit x --out y --dimz=3",
                 "mpart embed fit has no flag --dimz; did you mean --dims? (see mpart embed fit "
                 "--help)");
  expect_refused("mpart run synthetic:moons --oracle terminl",
                 "--oracle must be column, terminal, command:CMD or "
                 "files:QUERIES.jsonl,LABELS.jsonl, not \"terminl\"; did you mean terminal?");
  expect_refused("mpart run synthetic:moons --strategy explorr",
                 "strategy must be explorer, memory, random, representative or cover, not "
                 "\"explorr\"; did you mean explorer?");
}

TEST(ManPage, HasEveryFlagOfTheHelp) {
  const std::string page = said("mpart help --man run");
  EXPECT_TRUE(page.starts_with(".TH \"MPART\\-RUN\" 1"));
  for (const std::string& flag : flags_of("run")) {
    std::string escaped;
    for (const char c : flag) escaped += c == '-' ? std::string("\\-") : std::string(1, c);
    EXPECT_NE(page.find("\\fB" + escaped + "\\fR"), std::string::npos) << flag;
  }
}

TEST(ManPage, AndCompletionAreWrittenForEveryCommand) {
  const TemporaryFolder folder;
  ASSERT_EQ(run(folder, "mpart help --write share").code, 0);
  const auto files = everything_in(folder);
  for (const char* name :
       {"share/man/man1/mpart.1", "share/man/man1/mpart-run.1", "share/man/man1/mpart-embed-fit.1",
        "share/bash-completion/completions/mpart", "share/zsh/site-functions/_mpart",
        "share/fish/vendor_completions.d/mpart.fish"}) {
    EXPECT_TRUE(files.contains(name)) << name;
  }
}

// What bash offers for the last of these words.
std::string offered(const std::string& words) {
  const TemporaryFolder folder;
  overwrite(folder.file("ask"),
            "source <(mpart completion bash)\nCOMP_WORDS=(" + words +
                ")\nCOMP_CWORD=$((${#COMP_WORDS[@]}-1))\n_mpart\necho \" ${COMPREPLY[*]} \"\n");
  const Ended ended = run(folder, "export PATH; bash ask");
  EXPECT_EQ(ended.code, 0) << ended.err;
  return ended.out;
}

TEST(Completion, OffersCommandsFlagsAndValues) {
  EXPECT_EQ(offered("mpart pre"), " predict \n");
  EXPECT_EQ(offered("mpart embed f"), " fit \n");
  EXPECT_EQ(offered("mpart run data.csv --budg"), " --budget \n");
  EXPECT_EQ(offered("mpart run data.csv --strategy rep"), " representative \n");
  EXPECT_EQ(offered("mpart embed fit x --dim"), " --dims \n");
  expect_refused("mpart completion tcsh", "completion is for bash, zsh or fish, not \"tcsh\"");
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
