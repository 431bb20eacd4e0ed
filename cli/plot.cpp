#include <string>
#include <unordered_set>
#include <vector>

#include "cli/commands.hpp"
#include "cli/curve_csv.hpp"
#include "cli/data_options.hpp"
#include "cli/output_file.hpp"
#include "mpart/model_file.hpp"
#include "plot/even_samples.hpp"
#include "plot/figures.hpp"

namespace mpart {

namespace {

class PlotCurveCommand : public Command {
 public:
  explicit PlotCurveCommand(CLI::App* app) : Command(app) {
    app->add_option("CURVE", paths_, "files that mpart run --curve wrote")->required();
    app->add_option("--out", out_path_, "the picture, .svg or .png")->required();
    app->add_option("--title", figure_.title, "heading");
    app->add_flag("--online", online_,
                  "accuracy on the stream itself, even if test data was given");
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
    app->add_option("MODEL", model_path_, "a file that mpart run --model wrote")->required();
    app->add_option("--data", data_, "the stream it learned from, drawn beneath the graph");
    data_options_.add_to(*app);
    app->add_option("--axes", axes_, "two features to draw, such as 1,3 (default: principal axes)");
    app->add_option("--out", out_path_, "the picture, .svg or .png")->required();
    app->add_option("--title", figure_.title, "heading");
  }

  int run() override {
    const Session session = load_model(model_path_);
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
    for (Sample sample; source->next(sample);) {
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

std::unique_ptr<Command> make_plot_curve(CLI::App& plot) {
  return std::make_unique<PlotCurveCommand>(
      plot.add_subcommand("curve", "accuracy over the samples seen"));
}

std::unique_ptr<Command> make_plot_topology(CLI::App& plot) {
  return std::make_unique<PlotTopologyCommand>(
      plot.add_subcommand("topology", "nodes and edges over the samples, questions marked"));
}

}  // namespace mpart
