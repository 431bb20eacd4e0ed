#include <algorithm>
#include <cctype>
#include <filesystem>

#include "cli/report.hpp"
#include "cli/reproduce/results.hpp"
#include "plot/figures.hpp"

namespace mpart::reproduce {

namespace {

std::string shown(const std::string& path, const std::string& caption) {
  return "![" + caption + "](" + std::filesystem::path(path).filename().string() + ")\n\n";
}

// For a file name: "MPART-Memory (w/o DS)" is mpart-memory-w-o-ds.
std::string plain(const std::string& name) {
  std::string text;
  for (const char c : name) {
    const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (letter) text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!letter && !text.empty() && text.back() != '-') text += '-';
  }
  while (!text.empty() && text.back() == '-') text.pop_back();
  return text;
}

std::string axis_of(const Row& row) {
  return row.measure.ends_with("accuracy") ? "accuracy (%)" : row.measure;
}

plot::LearningCurves learning_curves(const Plan& plan, const std::string& dataset,
                                     const Campaign& campaign) {
  plot::LearningCurves figure;
  figure.title = plan.title + ", " + dataset;
  for (const Row& row : plan.rows) {
    const Cell* const cell = campaign.cell(dataset, row);
    plot::Curve curve{row.name, {}, {}, {}};
    for (std::size_t point = 1; cell != nullptr && point <= row.points; ++point) {
      const auto measured = figure_of(*cell, measures().size() + point - 1);
      if (!measured) continue;
      curve.samples.push_back(static_cast<double>(moment(row, point)));
      curve.accuracy.push_back(measured->mean / 100);
      curve.deviation.push_back(measured->deviation / 100);
    }
    if (!curve.samples.empty()) figure.curves.push_back(std::move(curve));
  }
  return figure;
}

// One curve for all rows of a name, over their budgets.
plot::LearningCurves curves_by_labels(const Plan& plan, const std::string& dataset,
                                      const Campaign& campaign) {
  constexpr double kThousand = 1000;
  std::map<std::string, std::map<double, Figure>> found;
  plot::LearningCurves figure;
  figure.title = plan.title + ", " + dataset;
  figure.axis = "labels for a thousand samples";
  for (const Row& row : plan.rows) {
    const std::optional<Figure> ours = ours_of(row, dataset, campaign);
    if (!ours) continue;
    if (!found.contains(row.name)) figure.curves.push_back({row.name, {}, {}, {}});
    const auto& [questions, period] = row.session.budget;
    found[row.name][kThousand * static_cast<double>(questions) / static_cast<double>(period)] =
        *ours;
  }
  for (plot::Curve& curve : figure.curves) {
    for (const auto& [labels, ours] : found[curve.name]) {
      curve.samples.push_back(labels);
      curve.accuracy.push_back(ours.mean / 100);
      curve.deviation.push_back(ours.deviation / 100);
    }
  }
  return figure;
}

plot::Comparison comparison(const Plan& plan, const std::string& dataset,
                            const Campaign& campaign) {
  const bool percent = plan.rows.front().measure == "accuracy";
  plot::Comparison figure{
      plan.title + ", " + dataset, percent ? "accuracy (%)" : plan.rows.front().measure, {}};
  for (const Row& row : plan.rows) {
    const std::string group = row.group.empty() ? "" : row.group + ": ";
    figure.lines.push_back(
        {group + row.name, ours_of(row, dataset, campaign), paper_of(row, dataset)});
  }
  return figure;
}

plot::Topology topology(const Trial& trial, const Frame& frame) {
  plot::Topology figure;
  const std::size_t end = std::min(frame.to, trial.size());
  for (std::size_t i = frame.from; i < end; ++i) figure.samples.push_back(trial.sample(i));
  if (frame.graph) figure.graph = trial.session().learner().graph();
  const Ledger& ledger = trial.session().ledger();
  for (std::size_t i = 0; frame.questions && i < ledger.size(); ++i) {
    const std::uint64_t time = ledger.at(i).time;
    if (time >= frame.from && time < end) figure.queried.push_back(trial.sample(time));
  }
  return figure;
}

}  // namespace

std::string draw_results(const Plan& plan, const Campaign& campaign, const std::string& base) {
  std::string markdown;
  for (const Dataset& dataset : plan.datasets) {
    if (!ours_of(plan.rows.front(), dataset.name, campaign)) continue;
    const std::string path = base + '-' + dataset.name + ".svg";
    const auto has_curve = [](const Row& row) { return row.points > 1; };
    const auto same_measure = [&](const Row& row) {
      return axis_of(row) == axis_of(plan.rows.front());
    };
    if (plan.by_labels) {
      plot::draw_learning_curves(path, curves_by_labels(plan, dataset.name, campaign));
    } else if (std::ranges::all_of(plan.rows, has_curve)) {
      plot::draw_learning_curves(path, learning_curves(plan, dataset.name, campaign));
    } else if (std::ranges::all_of(plan.rows, same_measure)) {
      plot::draw_comparison(path, comparison(plan, dataset.name, campaign));
    } else {
      continue;
    }
    markdown += shown(path, plan.title + ", " + dataset.name);
  }
  return markdown;
}

std::string draw_frames(const Plan& plan, const std::map<std::string, Prepared>& data,
                        const std::string& base) {
  std::string markdown = "# " + plan.title + "\n\nOne trial, seed 1.\n\n";
  for (const Dataset& dataset : plan.datasets) {
    const Prepared& prepared = data.at(dataset.name);
    if (!prepared.missing.empty()) continue;
    for (const Row& row : plan.rows) {
      Trial trial(prepared.data, row, 1);
      for (std::size_t i = 0; i < plan.frames.size(); ++i) {
        const Frame& frame = plan.frames[i];
        trial.advance(frame.to);
        if (frame.from >= trial.size()) continue;
        plot::Topology figure = topology(trial, frame);
        figure.title = dataset.name + ", " + row.name;
        if (plan.frames.size() > 1) {
          figure.title += ", samples " + grouped(frame.from + 1) + " to " +
                          grouped(std::min(frame.to, trial.size()));
        }
        std::string path = base + '-' + dataset.name;
        if (plan.rows.size() > 1) path += '-' + plain(row.name);
        if (plan.frames.size() > 1) path += '-' + std::to_string(i + 1);
        path += ".png";
        plot::draw_topology(path, figure);
        markdown += shown(path, figure.title);
      }
    }
  }
  return markdown;
}

}  // namespace mpart::reproduce
