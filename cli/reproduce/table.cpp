#include "cli/reproduce/results.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

#include "cli/report.hpp"

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

// Mean and standard deviation (n - 1); the latter is 0 for a single value. REQUIRES: not empty.
Figure spread_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double each : values) squares += (each - mean) * (each - mean);
  return {mean, count > 1 ? std::sqrt(squares / (count - 1)) : 0};
}

// The quantile of Student's t that leaves 2.5 % above it. REQUIRES: degrees > 0.
// Exact for 1 and 2; otherwise the expansion in 1 / degrees of Abramowitz and Stegun, 26.7.5, good
// to a hundredth from 3 on.
double student_quantile(double degrees) {
  if (degrees < 1.5) return 12.7062;
  if (degrees < 2.5) return 4.30265;
  const double z = 1.959964;
  const double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z, z9 = z7 * z * z;
  const double n = degrees;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n) +
         (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / (92160 * n * n * n * n);
}

// How far two ways to learn are apart, trial by trial: the same number is the same stream.
struct Difference {
  double mean = 0;
  double interval = 0;  // half of the 95 % confidence interval of the mean, by Student's t
};

// Of `ours` to `other`, over the trials that both have; nothing if there are fewer than two.
std::optional<Difference> difference_of(const Cell& ours, const Cell& other, std::size_t measure) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < std::min(ours.trials.size(), other.trials.size()); ++i) {
    if (ours.trials[i].empty() || other.trials[i].empty()) continue;
    differences.push_back(ours.trials[i][measure] - other.trials[i][measure]);
  }
  if (differences.size() < 2) return std::nullopt;
  const auto count = static_cast<double>(differences.size());
  const auto [mean, deviation] = spread_of(differences);
  return Difference{mean, student_quantile(count - 1) * deviation / std::sqrt(count)};
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
  std::vector<double> values;
  for (const Measured& trial : cell.trials) {
    if (!trial.empty()) values.push_back(trial[index]);
  }
  return values.empty() ? std::nullopt : std::optional(spread_of(values));
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
  const bool has_paper =
      std::ranges::any_of(plan.rows, [](const Row& row) { return !row.paper.empty(); });
  const bool compares =
      std::ranges::any_of(plan.rows, [](const Row& row) { return !row.against.empty(); });
  const bool has_accuracy = std::ranges::any_of(
      plan.rows, [](const Row& row) { return row.measure.ends_with("accuracy"); });
  out << "# " << plan.title << "\n\nMean ± standard deviation of " << plan.trials << " trials"
      << (has_paper ? "; in brackets the paper's, and the difference in its standard deviations"
                    : "")
      << (compares ? "; in brackets the difference to another row, trial by trial, with the 95 % "
                     "confidence interval of its mean"
                   : "")
      << '.'
      << (has_accuracy
              ? " Accuracy in %, counted as in the paper: where no label reaches, the class "
                "received first is the answer."
              : "")
      << "\n\n| |";
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
