#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "mpart/error.hpp"
#include "prepare/parametric_umap.hpp"
#include "util/atomic_file.hpp"

namespace mpart {

namespace {

// Of so many features of a network the direction says what is in a picture, the length how clearly.
constexpr std::size_t kManyFeatures = 64;

class EmbedFitCommand : public Command {
 public:
  explicit EmbedFitCommand(CLI::App* app);
  int run() override;

 private:
  embed::Matrix read_rows();
  bool show(const embed::Progress& progress);
  void report(std::size_t rows, const embed::FitResult& result) const;

  std::string data_, out_path_, network_ = "mlp", features_ = "auto";
  embed::FitOptions options_;
  bool json_ = false, quiet_ = false;
  DataOptions data_options_;
  std::uint64_t offered_ = 0;
  std::unique_ptr<StatusLine> line_;
};

EmbedFitCommand::EmbedFitCommand(CLI::App* app) : Command(app) {
  embed::TrainingOptions& training = options_.training;
  options_.share = 0.3;
  app->add_option("DATA", data_, "CSV, NPY, JSONL, IDX or CIFAR-10 file, or pictures")->required();
  app->add_option("--out", out_path_, "ONNX file to write")->required();
  add_count(*app, "--dims", training.dims, "number of output values", 1);
  add_count(*app, "--neighbours", options_.neighbours,
            "neighbours of a sample, itself included; larger: the map shows larger structure", 2);
  app->add_option("--min-dist", options_.min_dist,
                  "smallest distance in the map; larger: neighbours lie further apart")
      ->capture_default_str();
  add_count(*app, "--epochs", training.epochs, "passes over all pairs of neighbours", 1);
  app->add_option("--network", network_, "mlp for any rows, cnn for square pictures")
      ->capture_default_str()
      ->check(CLI::IsMember({"mlp", "cnn"}));
  app->add_option("--features", features_,
                  "what the network sees: pixels (a row as it is), unit (divided by its length), "
                  "gradients of a square picture, both (gradients and pixels), or auto: unit after "
                  "another network, else what keeps similar pictures closer together")
      ->capture_default_str()
      ->check(CLI::IsMember({"pixels", "unit", "gradients", "both", "auto"}));
  app->add_option("--share", options_.share,
                  "of the rows, drawn at random, to learn from; mpart run --unseen takes the rest")
      ->capture_default_str();
  add_count(*app, "--seed", training.seed, "of everything that is drawn", 0);
  begin_group(*app, kDataGroup);
  data_options_.add_to(*app);
  begin_group(*app, kOutputGroup);
  app->add_flag("--json", json_, "print the result as one JSON object");
  app->add_flag("--quiet", quiet_, "no progress bar");
}

int EmbedFitCommand::run() {
  if (network_ == "cnn") options_.training.network = embed::NetworkKind::kCnn;
  options_.features = embed::features_by_name(features_);
  embed::check(options_);
  options_.fitted_on = std::filesystem::path(data_).filename().string();
  require_distinct({out_path_}, {data_, data_options_.source.labels_file});
  require_writable(out_path_);
  const embed::Matrix rows = read_rows();
  const bool after_network = data_options_.embedding.given() && rows.columns >= kManyFeatures;
  if (features_ == "auto" && network_ == "mlp" && after_network) {
    options_.features = embed::Features::kUnit;
  }
  line_ = std::make_unique<StatusLine>(!quiet_);
  line_->draw("finding the neighbours of " + grouped(rows.rows) + " samples");
  const auto show_it = [this](const embed::Progress& progress) { return show(progress); };
  const embed::FitResult result = embed::fit(rows, options_, show_it, {});
  line_->wipe();
  data_options_.embedding.print_skipped();
  if (interrupted() && result.epochs == 0) {
    std::cerr << "mpart: stopped before the first epoch ended: nothing written\n";
    return kExitInterrupted;
  }
  write_file_atomically(out_path_, result.onnx);
  report(rows.rows, result);
  return interrupted() ? kExitInterrupted : kExitDone;
}

embed::Matrix EmbedFitCommand::read_rows() {
  data_options_.source.seed = options_.training.seed;
  const std::unique_ptr<Source> source = data_options_.open(data_);
  const embed::RowDraw draw{options_.share, options_.training.seed};
  embed::Matrix rows;
  rows.columns = source->width();
  Progress progress(!quiet_);
  for (Sample sample; source->next(sample); progress.update(++offered_, 0, source->progress())) {
    const auto missing = std::find_if(sample.values.begin(), sample.values.end(),
                                      [](double value) { return std::isnan(value); });
    if (missing != sample.values.end()) {
      throw invalid_data(data_ + ":" + std::to_string(sample.row) + ": value " +
                         std::to_string(missing - sample.values.begin() + 1) +
                         " is missing, and a network takes none that is");
    }
    if (draw.takes(sample.row)) append_row(rows, sample.values);
  }
  if (rows.rows < options_.neighbours && offered_ >= options_.neighbours) {
    throw invalid_data(data_ + ": " + grouped(rows.rows) + " of " + grouped(offered_) +
                       " samples (--share " + shortest(options_.share) + ") are too few for " +
                       std::to_string(options_.neighbours) + " neighbours");
  }
  return rows;
}

// Only now is there something to lose: before the first batch Ctrl-C ends the program as always.
bool EmbedFitCommand::show(const embed::Progress& progress) {
  catch_interrupts();
  if (line_->due()) line_->draw(progress_text(progress));
  return !interrupted();
}

void EmbedFitCommand::report(std::size_t rows, const embed::FitResult& result) const {
  if (json_) {
    std::cout << nlohmann::ordered_json{{"rows", rows},
                                        {"of", offered_},
                                        {"network", network_},
                                        {"features", embed::name_of(result.features)},
                                        {"dims", options_.training.dims},
                                        {"loss", result.loss},
                                        {"epochs", result.epochs},
                                        {"seed", options_.training.seed},
                                        {"seconds", line_->seconds()}}
                     .dump()
              << '\n';
    return;
  }
  Table table;
  table.add("fitted on", grouped(rows) + " of " + grouped(offered_) + " samples");
  table.add("network", network_ + " from " + std::string(embed::name_of(result.features)) + " to " +
                           std::to_string(options_.training.dims) + " values");
  table.add("loss", fixed(result.loss, 4) + " after " + std::to_string(result.epochs) +
                        (result.epochs == 1 ? " epoch" : " epochs"));
  table.add("time", duration(line_->seconds()));
  table.add("written", out_path_);
  std::cout << table.text();
}

}  // namespace

std::unique_ptr<Command> make_embed_fit(CLI::App* app) {
  return std::make_unique<EmbedFitCommand>(app);
}

}  // namespace mpart
