#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/output_file.hpp"
#include "cli/report.hpp"
#include "mpart/error.hpp"
#include "plot/figures.hpp"
#include "prepare/quality.hpp"

namespace mpart {

namespace {

// Trustworthiness compares every sample with every other one in full width.
constexpr std::size_t kTrustRows = 2000;
constexpr std::size_t kTrustValues = std::size_t{1} << 26;

embed::Matrix matrix_of(const std::vector<Sample>& samples) {
  embed::Matrix matrix;
  for (const Sample& sample : samples) append_row(matrix, sample.values);
  return matrix;
}

embed::LabelledRows labelled_rows(const std::vector<Sample>& samples) {
  embed::LabelledRows rows{matrix_of(samples), {}};
  for (const Sample& sample : samples) rows.labels.push_back(sample.label);
  return rows;
}

class EmbedScoreCommand : public Command {
 public:
  explicit EmbedScoreCommand(CLI::App* app) : Command(app) {
    app->add_option("NETWORK", network_path_, "ONNX file; it runs after the networks of --embedder")
        ->required();
    app->add_option("DATA", data_, "CSV, NPY, JSONL, IDX or CIFAR-10 file, or pictures")
        ->required();
    app->add_option("--others", others_path_,
                    "labelled data to look for neighbours in (default: DATA, a sample itself left "
                    "out)");
    add_count(*app, "--neighbours", neighbours_, "number of neighbours that vote", 1);
    add_count(*app, "--rows", most_rows_, "use at most this many rows, evenly chosen", 1);
    app->add_option("--map", map_path_, "draw the map to this file, .svg or .png");
    app->add_option("--title", title_, "heading of the map");
    begin_group(*app, kDataGroup);
    data_options_.add_to(*app);
    begin_group(*app, kOutputGroup);
    app->add_flag("--json", json_, "print the result as one JSON object");
  }

  int run() override {
    network_ = {data_options_.embedding.open_last(network_path_)};
    require_distinct({map_path_}, {network_path_, data_, others_path_});
    const std::vector<Sample> samples = read(data_, most_rows_);
    const std::vector<Sample> map = embedded_samples(samples);
    if (map.empty()) throw invalid_data(data_ + ": no rows");
    std::optional<double> accuracy;
    if (others_path_.empty()) {
      accuracy = embed::knn_accuracy(labelled_rows(map), neighbours_);
    } else {
      const std::vector<Sample> others = embedded_samples(read(others_path_, most_rows_));
      accuracy = embed::knn_accuracy(labelled_rows(map), labelled_rows(others), neighbours_);
    }
    data_options_.embedding.print_skipped();
    report(map.size(), accuracy, trust(samples));
    if (!map_path_.empty()) plot::draw_topology(map_path_, {title_, {}, map, {}, {}});
    return kExitDone;
  }

 private:
  // What goes into the network.
  std::vector<Sample> read(const std::string& data, std::size_t most) {
    const auto source = data_options_.open_for(data, network_.front()->input_width());
    plot::EvenSamples samples(most);
    for (Sample sample; source->next(sample);) samples.offer(sample);
    return samples.kept();
  }

  std::vector<Sample> embedded_samples(std::vector<Sample> samples) {
    embed_each(samples, network_);
    return samples;
  }

  std::optional<double> trust(const std::vector<Sample>& samples) {
    plot::EvenSamples few(std::clamp<std::size_t>(
        kTrustValues / std::max<std::size_t>(network_.front()->input_width(), 1), 1, kTrustRows));
    for (const Sample& sample : samples) few.offer(sample);
    return embed::trustworthiness(matrix_of(few.kept()), matrix_of(embedded_samples(few.kept())),
                                  neighbours_);
  }

  void report(std::size_t rows, std::optional<double> accuracy, std::optional<double> trust) const {
    if (json_) {
      nlohmann::ordered_json report = {{"samples", rows}, {"neighbours", neighbours_}};
      report["accuracy"] = accuracy ? nlohmann::ordered_json(*accuracy) : nullptr;
      report["trustworthiness"] = trust ? nlohmann::ordered_json(*trust) : nullptr;
      std::cout << report.dump() << '\n';
      return;
    }
    const std::string k = std::to_string(neighbours_);
    Table table;
    table.add("samples", grouped(rows));
    table.add(k + "-nearest-neighbour accuracy",
              accuracy ? percent(*accuracy) : "not known: too few labels");
    table.add("trustworthiness (" + k + ")", trust ? fixed(*trust, 4) : "too few samples");
    std::cout << table.text();
  }

  std::string network_path_, data_, others_path_, map_path_, title_;
  std::size_t neighbours_ = 15, most_rows_ = 10000;
  bool json_ = false;
  DataOptions data_options_;
  EmbedderChain network_;  // one
};

}  // namespace

std::unique_ptr<Command> make_embed_score(CLI::App* app) {
  return std::make_unique<EmbedScoreCommand>(app);
}

}  // namespace mpart
