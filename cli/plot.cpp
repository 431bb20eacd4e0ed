#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <unordered_set>
#include <vector>

#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/output_file.hpp"
#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "plot/figures.hpp"

namespace mpart {

namespace {

// Where the column of that name is in a file that mpart run --curve wrote; nullopt: nowhere.
std::optional<std::size_t> find_column(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  std::string header;
  std::getline(file, header);
  std::istringstream names(header);
  std::size_t column = 0;
  for (std::string one; std::getline(names, one, ','); ++column) {
    if (one == name) return column;
  }
  return std::nullopt;
}

struct CurveCsv {
  plot::Curve curve;            // named after the file
  std::vector<double> queries;  // samples by which one more question had been asked
};

// Reads what mpart run --curve wrote: test accuracy if it is there, else (or if `online`) accuracy
// on the stream. Throws Error(kInvalidData) naming file, row and column.
CurveCsv read_curve(const std::string& path, bool online) {
  const auto source = open_source(path, {.labelled = false, .numbers_alone = true});
  const auto on_stream = find_column(path, "online_accuracy");
  const auto on_test = online ? std::nullopt : find_column(path, "test_accuracy");
  if (!on_stream || *on_stream >= source->width()) {
    throw invalid_data(path + ": not a file that mpart run --curve wrote");
  }
  const std::size_t accuracy = on_test ? *on_test : *on_stream;
  CurveCsv result;
  result.curve.name = std::filesystem::path(path).stem().string();
  double asked = 0;
  for (Sample row; source->next(row);) {
    result.curve.samples.push_back(row.values[0]);
    result.curve.accuracy.push_back(row.values[accuracy]);
    if (row.values[1] > asked) result.queries.push_back(row.values[0]);
    asked = row.values[1];
  }
  return result;
}

class PlotCurveCommand : public Command {
 public:
  explicit PlotCurveCommand(CLI::App* app) : Command(app) {
    app->add_option("CURVE", paths_, "files written by mpart run --curve")->required();
    app->add_option("--out", out_path_, "picture to write, .svg or .png")->required();
    app->add_option("--title", figure_.title, "heading");
    app->add_flag("--online", online_,
                  "draw accuracy on the stream itself, even if test data was given");
  }

  int run() override {
    require_distinct({out_path_}, paths_);
    for (const std::string& path : paths_) {
      CurveCsv curve = read_curve(path, online_);
      if (paths_.size() == 1) figure_.queries = curve.queries;
      figure_.curves.push_back(std::move(curve.curve));
    }
    plot::draw_learning_curves(out_path_, figure_);
    return kExitDone;
  }

 private:
  std::vector<std::string> paths_;
  std::string out_path_;
  bool online_ = false;
  plot::LearningCurves figure_;
};

class PlotTopologyCommand : public Command {
 public:
  explicit PlotTopologyCommand(CLI::App* app) : Command(app) {
    app->add_option("MODEL", model_path_, "model file")->required();
    app->add_option("--data", data_, "the data it was trained on, drawn beneath the graph");
    begin_group(*app, kDataGroup);
    data_options_.add_to(*app);
    begin_group(*app, kOutputGroup);
    app->add_option("--axes", axes_, "two features to draw, such as 1,3 (default: principal axes)");
    app->add_option("--out", out_path_, "picture to write, .svg or .png")->required();
    app->add_option("--title", figure_.title, "heading");
  }

  int run() override {
    Preparation preparation;
    const Session session = load_model(model_path_, {}, &preparation);
    data_options_.use(preparation);
    require_distinct({out_path_}, {model_path_, data_});
    figure_.graph = session.learner().graph();
    if (!axes_.empty()) figure_.axes = plot::parse_axes(axes_);
    if (!data_.empty()) read_samples(session);
    plot::draw_topology(out_path_, figure_);
    return kExitDone;
  }

 private:
  void read_samples(const Session& session) {
    std::unordered_set<std::uint64_t> asked_rows;
    for (std::size_t i = 0; i < session.ledger().size(); ++i) {
      asked_rows.insert(session.ledger().at(i).row);
    }
    const auto source = data_options_.open_for(data_, session.learner().width());
    plot::EvenSamples samples;
    std::vector<double> scaled;
    for (Sample sample; source->next(sample);) {
      const std::span<const double> values = session.scaled(sample.values, scaled);
      if (values.data() != sample.values.data()) sample.values.assign(values.begin(), values.end());
      samples.offer(sample);
      if (asked_rows.contains(sample.row)) figure_.queried.push_back(sample);
    }
    figure_.samples = samples.kept();
  }

  std::string model_path_, data_, axes_, out_path_;
  DataOptions data_options_;
  plot::Topology figure_;
};

}  // namespace

std::unique_ptr<Command> make_plot_curve(CLI::App* app) {
  return std::make_unique<PlotCurveCommand>(app);
}

std::unique_ptr<Command> make_plot_topology(CLI::App* app) {
  return std::make_unique<PlotTopologyCommand>(app);
}

}  // namespace mpart
