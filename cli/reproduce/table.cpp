#include "cli/reproduce/table.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "cli/datasets.hpp"
#include "cli/report.hpp"
#include "cli/reproduce/difference.hpp"

namespace mpart::reproduce {

namespace {

// As many digits as the paper gives: 53.5, 7.91, 0.179, 15533.
std::string text_of(double value, double scale) {
  const double size = std::abs(scale);
  return fixed(value, size >= 1000 ? 0 : size >= 20 ? 1 : size >= 1 ? 2 : 3);
}

std::string text_of(const Figure& figure, double scale) {
  return text_of(figure.mean, scale) + " ± " + text_of(figure.deviation, scale);
}

// " (+3.1 ± 0.9)", the difference to the row it is against.
std::string difference_text(const Plan& plan, const Row& row, const std::string& dataset,
                            const Campaign& campaign) {
  const Row* const against = row_against(plan, row);
  const Cell* const ours = campaign.cell(dataset, row);
  const Cell* const other = against == nullptr ? nullptr : campaign.cell(dataset, *against);
  if (ours == nullptr || other == nullptr) return {};
  const auto difference = difference_of(*ours, *other, measure_index(row.measure));
  if (!difference) return {};
  return std::string(" (") + (difference->mean < 0 ? "−" : "+") +
         fixed(std::abs(difference->mean), 1) + " ± " + fixed(difference->interval, 1) + ")";
}

std::string cell_text(const Row& row, const std::string& dataset, const Campaign& campaign) {
  const std::optional<Figure> ours = ours_of(row, dataset, campaign);
  const std::optional<Figure> paper = paper_of(row, dataset);
  // With the paper's digits, unless that would leave nothing: seconds are a hundredth of its own.
  const bool alike = ours && paper && ours->mean > paper->mean / 10;
  std::string text = "not run";
  if (ours) text = "**" + text_of(*ours, alike ? paper->mean : ours->mean) + "**";
  if (paper) text += " (" + text_of(*paper, paper->mean);
  if (paper && ours && paper->deviation > 0) {
    const double difference = (ours->mean - paper->mean) / paper->deviation;
    text += (difference < 0 ? "; −" : "; +") + fixed(std::abs(difference), 1);
  }
  return paper ? text + ")" : text;
}

}  // namespace

std::optional<Figure> figure_of(const Cell& cell, std::size_t index) {
  double count = 0, sum = 0, squares = 0;
  for (const Measured& trial : cell.trials) {
    if (trial.empty()) continue;
    ++count;
    sum += trial[index];
  }
  if (count == 0) return std::nullopt;
  const double mean = sum / count;
  for (const Measured& trial : cell.trials) {
    if (!trial.empty()) squares += (trial[index] - mean) * (trial[index] - mean);
  }
  return Figure{mean, count > 1 ? std::sqrt(squares / (count - 1)) : 0};
}

std::optional<Figure> ours_of(const Row& row, const std::string& dataset,
                              const Campaign& campaign) {
  const Cell* const cell = campaign.cell(dataset, row);
  return cell == nullptr ? std::nullopt : figure_of(*cell, measure_index(row.measure));
}

std::optional<Figure> paper_of(const Row& row, const std::string& dataset) {
  const auto found = row.paper.find(dataset);
  return found == row.paper.end() ? std::nullopt : std::optional(found->second);
}

std::string markdown_table(const Plan& plan, const Campaign& campaign,
                           const std::map<std::string, Prepared>& data) {
  std::ostringstream out;
  const bool has_paper = std::any_of(plan.rows.begin(), plan.rows.end(),
                                     [](const Row& row) { return !row.paper.empty(); });
  const bool compares = std::any_of(plan.rows.begin(), plan.rows.end(),
                                    [](const Row& row) { return !row.against.empty(); });
  out << "# " << plan.title << "\n\nMean ± standard deviation of " << plan.trials << " trials"
      << (has_paper ? "; in brackets the paper's, and the difference in its standard deviations"
                    : "")
      << (compares ? "; in brackets the difference to another row, trial by trial, with the 95 % "
                     "confidence interval of its mean"
                   : "")
      << ".\n\n| |";
  for (const Dataset& dataset : plan.datasets) out << ' ' << dataset.name << " |";
  out << "\n|---|";
  for (std::size_t i = 0; i < plan.datasets.size(); ++i) out << "---|";
  out << '\n';
  std::string group;
  for (const Row& row : plan.rows) {
    if (row.group != group) {
      out << "| *" << row.group << "* |";
      for (std::size_t i = 0; i < plan.datasets.size(); ++i) out << " |";
      out << '\n';
      group = row.group;
    }
    out << "| " << row.name << " |";
    for (const Dataset& dataset : plan.datasets) {
      out << ' ' << cell_text(row, dataset.name, campaign)
          << difference_text(plan, row, dataset.name, campaign) << " |";
    }
    out << '\n';
  }
  out << '\n' << notes(plan, data);
  return out.str();
}

std::string notes(const Plan& plan, const std::map<std::string, Prepared>& data) {
  std::string text;
  for (const std::string& note : plan.notes) text += "- " + note + ".\n";
  for (const Dataset& dataset : plan.datasets) {
    const std::string& missing = data.at(dataset.name).missing;
    if (!missing.empty()) text += "- " + dataset.name + ": not run: " + missing + ".\n";
    if (!dataset.differs.empty()) text += "- " + dataset.name + ": " + dataset.differs + ".\n";
  }
  return text;
}

std::string csv_table(const Plan& plan, const Campaign& campaign) {
  std::ostringstream out;
  out << "dataset,group,name,measure,trials,mean,deviation,paper_mean,paper_deviation\n";
  for (const Dataset& dataset : plan.datasets) {
    for (const Row& row : plan.rows) {
      const std::optional<Figure> ours = ours_of(row, dataset.name, campaign);
      if (!ours) continue;
      out << dataset.name << ',' << csv_cell(row.group) << ',' << csv_cell(row.name) << ','
          << row.measure << ',' << plan.trials << ',' << shortest(ours->mean) << ','
          << shortest(ours->deviation) << ',';
      if (const auto paper = paper_of(row, dataset.name)) {
        out << shortest(paper->mean) << ',' << shortest(paper->deviation);
      } else {
        out << ',';
      }
      out << '\n';
    }
  }
  return out.str();
}

}  // namespace mpart::reproduce
