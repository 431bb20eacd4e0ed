#include <iostream>

#include "cli/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/report.hpp"
#include "mpart/error.hpp"
#include "mpart/merge.hpp"
#include "mpart/model_file.hpp"

namespace mpart {

namespace {

class MergeCommand : public Command {
 public:
  explicit MergeCommand(CLI::App* app) : Command(app) {
    app->add_option("MODEL", paths_, "model files")->required();
    app->add_option("--out", out_path_, "file for the merged model")->required();
    app->add_option("--min-count", share_.min_count,
                    "leave out nodes that won fewer times, and open queries")
        ->check(whole_number(0));
  }

  int run() override {
    require_distinct({out_path_}, paths_);
    std::vector<Session> parts;
    for (const std::string& path : paths_) {
      Preparation preparation;
      parts.push_back(decode_model(encode_model(load_model(path, {}, &preparation), share_)));
      if (parts.size() == 1) preparation_ = preparation;
      preparation_.require_same(preparation, paths_.front(), path);
      check_against_first(parts, path);
    }
    std::vector<const Session*> all;
    all.reserve(parts.size());
    for (const Session& part : parts) all.push_back(&part);
    const Session merged = merge_sessions(all);
    save_model(out_path_, merged, {}, preparation_);
    std::cerr << grouped(parts.size()) << " models, " << grouped(merged.counters().samples)
              << " samples, " << grouped(merged.learner().node_count()) << " nodes, "
              << grouped(merged.learner().edge_count()) << " edges\n";
    return kExitDone;
  }

 private:
  // Before anything is merged: here a file has a name.
  void check_against_first(const std::vector<Session>& parts, const std::string& path) const {
    try {
      require_mergeable(parts.back(), parts.front());
    } catch (const Error& error) {
      throw Error(error.kind(), path + ": " + error.what() + ", as in " + paths_.front());
    }
  }

  std::vector<std::string> paths_;
  std::string out_path_;
  SaveOptions share_;
  Preparation preparation_;  // of all
};

}  // namespace

std::unique_ptr<Command> make_merge(CLI::App* app) { return std::make_unique<MergeCommand>(app); }

}  // namespace mpart
