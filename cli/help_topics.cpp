#include "cli/help_topics.hpp"

#include <algorithm>

#include "cli/commands.hpp"

namespace mpart {

namespace {

constexpr HelpTopic kTopics[] = {
    {"data", "What DATA may be",
     "DATA is a CSV, TSV, NPY, JSONL, IDX or CIFAR-10 file, any of them gzipped; a folder of\n"
     "pictures, a picture, or a list of `path,label` lines; - for CSV or JSONL on standard input;\n"
     "or synthetic:moons, blobs, late-class or drift.\n"
     "The label is the last column of a CSV unless --label-column says otherwise.\n",
     kDataGroup, ""},
    {"budget", "How many labels may be asked for",
     "  --budget 1/100       at most 1 query in every 100 samples\n"
     "  --budget 5%, 0.05    a share of the samples, here 1/20\n"
     "  --budget '50 labels' at most 50 in all, spread over the data if its length is known\n"
     "With --resume the budget may change.\n",
     "", "--budget --full-labels"},
    {"oracle", "Who answers",
     "  column     the data's own labels, given only when asked\n"
     "  terminal   you: a class, +name for a new one, skip, undo, quit\n"
     "  command:   a program: a line of JSON in, the class on the first line out\n"
     "  files:     whoever reads one file and appends to another, at any time\n"
     "Answers from outside the data are always kept in a model, each before the next question.\n"
     "mpart teach applies answers that come when the run is over.\n",
     kPeopleGroup, ""},
    {"model", "Where a model is kept, and how to go on",
     "A run writes its model to --model at the end, at Ctrl-C and when the terminal closes.\n"
     "With answers from outside the data and no --model it is DATA's name with .mpart, in the\n"
     "current folder, and the same command goes on from it. A model that may hold answers is\n"
     "never replaced without --overwrite.\n",
     "", "--model --resume --overwrite --skip --save-every --min-count"},
    {"embedder", "Networks in front of the learner",
     "Pictures and wide data go through a network that leaves a few values: one that\n"
     "mpart embed fit trains, any ONNX file, or a name of mpart backbone list.\n",
     kNetworkGroup, "--unseen"},
    {"parameters", "The ten parameters of the paper",
     "Each says what a larger value does. They are kept in the model and cannot change later.\n",
     kPaperGroup, ""},
    {"learner", "Learners, strategies and modes",
     "--mode faithful is the paper's method: learner mpart, strategy explorer. --mode plus needs\n"
     "fewer labels: learner plus, strategy cover. The other learners are there to compare with.\n",
     "", "--mode --learner --strategy"},
};

std::string flag_lines(const FlagEntry& flag) {
  std::string text = "  " + flag.name + (flag.takes_value ? " VALUE" : "");
  if (!flag.standard.empty()) text += " (" + flag.standard + ")";
  return text + "\n      " + flag.help + '\n';
}

bool is_listed(std::string_view list, const std::string& name) {
  const std::string all = " " + std::string(list) + " ";
  return all.find(" " + name + " ") != std::string::npos;
}

}  // namespace

std::span<const HelpTopic> help_topics() { return kTopics; }

std::string topic_page(const HelpTopic& topic, const CommandEntry& run) {
  std::string page =
      std::string(topic.title) + "\n\n" + std::string(topic.text) + "\nFlags of mpart run:\n";
  for (const FlagEntry& flag : run.flags) {
    const bool in_group = !topic.group.empty() && flag.group == topic.group;
    if (!flag.positional && (in_group || is_listed(topic.flags, flag.name))) {
      page += flag_lines(flag);
    }
  }
  return page;
}

}  // namespace mpart
