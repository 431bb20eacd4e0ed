#include <algorithm>
#include <filesystem>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/late_labels.hpp"
#include "cli/output_file.hpp"
#include "cli/report.hpp"
#include "cli/run_record.hpp"
#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "util/text.hpp"

namespace mpart {

namespace {

constexpr std::size_t kShown = 20;  // refused lines

class TeachCommand : public Command {
 public:
  explicit TeachCommand(CLI::App* app) : Command(app) {
    app->add_option("MODEL", model_path_, "model file with queries")->required();
    app->add_option("LABELS", labels_path_,
                    "answers: lines of JSON, {\"id\": 17, \"label\": \"cat\"}, or a CSV file with "
                    "the columns id, sample or row, and label, skip or withdraw; - is standard "
                    "input")
        ->required();
    begin_group(*app, kOutputGroup);
    app->add_option("--out", out_path_, "file for the taught model (default: MODEL itself)");
    app->add_flag("--json", json_, "print the result as one JSON object");
  }

  int run() override {
    const std::string& out = out_path_.empty() ? model_path_ : out_path_;
    require_distinct({out}, {labels_path_});
    if (!out_path_.empty() && std::filesystem::exists(out_path_)) {
      throw conflict("--out " + out_path_ + ": there is a file already; name another");
    }
    Preparation preparation;
    Session session = load_model(model_path_, {}, &preparation);
    const LateLabels result = apply_late_labels(labels_path_, session);
    if (result.applied > 0 || out != model_path_) {
      record().write(out);
      save_model(out, session, {}, preparation);
    }
    print(result, session);
    return result.applied == 0 && !result.refused.empty() ? kExitBadUse : kExitDone;
  }

 private:
  // It says that the model holds answers, even if nobody knows which data it was made from.
  RunRecord record() const {
    const std::optional<RunRecord> old = RunRecord::read(model_path_);
    return old ? *old : RunRecord{.data = "data that is not known"};
  }

  void print(const LateLabels& result, const Session& session) const {
    for (std::size_t i = 0; i < std::min(result.refused.size(), kShown); ++i) {
      std::cerr << "mpart: " << result.refused[i] << '\n';
    }
    if (result.refused.size() > kShown) {
      std::cerr << "mpart: and " << result.refused.size() - kShown << " more\n";
    }
    const std::size_t open = session.ledger().open_count();
    if (json_) {
      std::cout << "{\"applied\":" << result.applied << ",\"refused\":" << result.refused.size()
                << ",\"unanswered\":" << result.unanswered << ",\"open\":" << open << "}\n";
      return;
    }
    std::cout << counted(result.applied, "answer") << " applied, " << result.refused.size()
              << " refused";
    if (result.unanswered > 0) std::cout << ", " << result.unanswered << " rows without an answer";
    std::cout << "; " << open << " of the queries still open\n";
  }

  std::string model_path_, labels_path_, out_path_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_teach(CLI::App* app) { return std::make_unique<TeachCommand>(app); }

}  // namespace mpart
