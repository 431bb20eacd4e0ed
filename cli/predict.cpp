#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/evaluation.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "mpart/model_file.hpp"

namespace mpart {

namespace {

class PredictCommand : public Command {
 public:
  explicit PredictCommand(CLI::App* app) : Command(app) {
    app->add_option("MODEL", model_path_, "model file")->required();
    app->add_option("DATA", data_,
                    "CSV, NPY, JSONL, IDX or CIFAR-10 file, pictures, - or synthetic:NAME")
        ->required();
    begin_group(*app, kDataGroup);
    data_options_.add_to(*app);
    begin_group(*app, kOutputGroup);
    app->add_option("--out", out_path_, "file to write; - is standard output")
        ->capture_default_str();
    app->add_flag("--probabilities", probabilities_, "add a column for every class");
    app->add_flag("--json", json_, "JSON Lines instead of CSV");
  }

  int run() override;

 private:
  void write_header(const Session& session);
  void write_row(const Session& session, const Sample& sample, const Prediction& prediction);

  std::string model_path_, data_, out_path_ = "-";
  bool probabilities_ = false, json_ = false;
  DataOptions data_options_;
  std::optional<OutputFile> out_;
};

void PredictCommand::write_header(const Session& session) {
  if (json_) return;
  out_->stream() << "row,id,predicted,probability,activated,winner";
  if (probabilities_) {
    for (const std::string& name : session.learner().classes()) {
      out_->stream() << ',' << csv_cell("p(" + name + ")");
    }
  }
  out_->stream() << '\n';
}

void PredictCommand::write_row(const Session& session, const Sample& sample,
                               const Prediction& prediction) {
  const std::string answer(session.predicted(prediction));
  const double probability = prediction.known ? prediction.probability[prediction.best] : 0;
  if (!json_) {
    std::ostream& out = out_->stream();
    out << sample.row << ',' << csv_cell(sample.id) << ',' << csv_cell(answer) << ','
        << shortest(probability) << ',' << (prediction.activated ? 1 : 0) << ',';
    if (prediction.winner != kNoNode) out << prediction.winner;
    if (probabilities_) {
      for (const double p : prediction.probability) out << ',' << shortest(p);
    }
    out << '\n';
    return;
  }
  nlohmann::ordered_json row = {{"row", sample.row}};
  if (!sample.id.empty()) row["id"] = sample.id;
  row["predicted"] = prediction.known ? nlohmann::ordered_json(answer) : nullptr;
  row["probability"] = prediction.known ? nlohmann::ordered_json(probability) : nullptr;
  row["activated"] = prediction.activated;
  if (probabilities_) {
    for (ClassIndex y = 0; y < prediction.probability.size(); ++y) {
      row["probabilities"][session.learner().classes()[y]] = prediction.probability[y];
    }
  }
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
  out_->stream() << row.dump(-1, ' ', false, kReplace) << '\n';
}

int PredictCommand::run() {
  const Session session = load_model(model_path_);
  const std::size_t width = session.learner().width();
  const std::unique_ptr<Source> source =
      width == 0 ? data_options_.open(data_) : data_options_.open_for(data_, width);
  require_distinct({out_path_}, {data_, model_path_});
  out_.emplace(out_path_);
  catch_interrupts();
  write_header(session);
  Progress progress(out_path_ != "-");
  Sample sample;
  Scratch scratch;
  Prediction prediction;
  Evaluation evaluation;
  for (std::uint64_t seen = 0; !interrupted() && source->next(sample);
       progress.update(++seen, 0, source->progress())) {
    session.predict(sample, scratch, prediction);
    write_row(session, sample, prediction);
    out_->check();
    if (!sample.label.empty()) evaluation.count(session, prediction, sample.label);
  }
  out_->commit();
  progress.wipe();
  data_options_.embedding.print_skipped();
  if (evaluation.samples > 0) {
    std::cerr << "accuracy " << percent(evaluation.accuracy()) << " of "
              << grouped(evaluation.samples) << ", " << percent(evaluation.unknown_share())
              << " unknown\n";
  }
  return interrupted() ? kExitInterrupted : kExitDone;
}

}  // namespace

std::unique_ptr<Command> make_predict(CLI::App* app) {
  return std::make_unique<PredictCommand>(app);
}

}  // namespace mpart
