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
#include "wire/reason_text.hpp"

namespace mpart {

namespace {

constexpr std::size_t kTop = 3;  // classes that are named

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
  void write_csv(const Session& session, const Sample& sample, const Prediction& prediction);
  void write_json(const Session& session, const Sample& sample, const Prediction& prediction);

  std::string model_path_, data_, out_path_ = "-";
  bool probabilities_ = false, json_ = false;
  DataOptions data_options_;
  std::optional<OutputFile> out_;
  std::vector<double> probability_;  // of the row that is written, calibrated
  std::vector<ClassIndex> top_;      // its most probable classes that a label speaks for
};

void PredictCommand::write_header(const Session& session) {
  if (json_) return;
  out_->stream() << "row,id,predicted,probability,activated,winner,uncertainty,second,p2,third,p3";
  if (probabilities_) {
    for (const std::string& name : session.learner().classes()) {
      out_->stream() << ',' << csv_cell("p(" + name + ")");
    }
  }
  out_->stream() << '\n';
}

void PredictCommand::write_row(const Session& session, const Sample& sample,
                               const Prediction& prediction) {
  calibrate(prediction, probability_);
  top_.clear();
  if (prediction.known) top_ = wire::best_classes(prediction, probability_.size(), kTop);
  if (json_) {
    write_json(session, sample, prediction);
  } else {
    write_csv(session, sample, prediction);
  }
}

// While unknown the probability is 0, and there is no second or third class.
void PredictCommand::write_csv(const Session& session, const Sample& sample,
                               const Prediction& prediction) {
  const std::vector<std::string>& classes = session.learner().classes();
  std::ostream& out = out_->stream();
  out << sample.row << ',' << csv_cell(sample.id) << ','
      << csv_cell(std::string(session.predicted(prediction))) << ','
      << shortest(prediction.known ? probability_[prediction.best] : 0) << ','
      << (prediction.activated ? 1 : 0) << ',';
  if (prediction.winner != kNoNode) out << prediction.winner;
  out << ',' << shortest(prediction.uncertainty);
  for (std::size_t i = 1; i < kTop; ++i) {
    if (i < top_.size()) {
      out << ',' << csv_cell(classes[top_[i]]) << ',' << shortest(probability_[top_[i]]);
    } else {
      out << ",,";
    }
  }
  if (probabilities_) {
    for (const double p : probability_) out << ',' << shortest(p);
  }
  out << '\n';
}

void PredictCommand::write_json(const Session& session, const Sample& sample,
                                const Prediction& prediction) {
  using Json = nlohmann::ordered_json;
  const std::vector<std::string>& classes = session.learner().classes();
  Json row = {{"row", sample.row}};
  if (!sample.id.empty()) row["id"] = sample.id;
  row["predicted"] = prediction.known ? Json(classes[prediction.best]) : nullptr;
  row["probability"] = prediction.known ? Json(probability_[prediction.best]) : nullptr;
  row["activated"] = prediction.activated;
  row["uncertainty"] = prediction.uncertainty;
  Json& top = row["top"] = Json::array();
  for (const ClassIndex y : top_) {
    top.push_back({{"class", classes[y]}, {"probability", probability_[y]}});
  }
  if (probabilities_) {
    for (ClassIndex y = 0; y < probability_.size(); ++y) {
      row["probabilities"][classes[y]] = probability_[y];
    }
  }
  out_->stream() << row.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
}

int PredictCommand::run() {
  Preparation preparation;
  const Session session = load_model(model_path_, {}, &preparation);
  data_options_.use(preparation);
  RangeCheck ranges(preparation, session);
  data_options_.ranges = &ranges;
  data_options_.source.idle = [this] {  // a live stream is answered row by row
    if (out_) out_->stream().flush();
  };
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
  progress.wipe();
  ranges.require_near(data_);
  out_->commit();
  data_options_.embedding.print_skipped();
  if (evaluation.samples > 0) {
    std::cerr << "accuracy " << evaluation.text() << '\n';
  }
  return interrupted() ? kExitInterrupted : kExitDone;
}

}  // namespace

std::unique_ptr<Command> make_predict(CLI::App* app) {
  return std::make_unique<PredictCommand>(app);
}

}  // namespace mpart
