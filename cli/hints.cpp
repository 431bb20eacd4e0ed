#include "cli/hints.hpp"

#include <algorithm>

#include "cli/report.hpp"
#include "util/text.hpp"

namespace mpart {

namespace {

constexpr std::uint64_t kFewSamples = 50;  // too few to tell
constexpr double kNearlyAll = 0.9;         // nodes a sample where nothing is summed up any more
constexpr double kMost = 0.5;              // values that were clipped
constexpr double kHardlyAny = 0.95;        // predictions that are unknown
constexpr std::uint64_t kFewLabels = 5;    // that may all be of one class by chance

std::string node_hint(const Session& session) {
  const auto nodes = static_cast<std::uint64_t>(session.learner().node_count());
  const std::uint64_t samples = session.counters().samples;
  const std::string rho = shortest(session.options().parameters.rho);
  if (nodes == 1) {
    return "one node holds all " + grouped(samples) +
           " samples, so every answer is the same; a larger --rho than " + rho +
           " makes more and smaller nodes";
  }
  const bool nearly_all = static_cast<double>(nodes) >= kNearlyAll * static_cast<double>(samples);
  if (session.learner().node_view() != nullptr && nearly_all) {
    return grouped(nodes) + " nodes for " + grouped(samples) +
           " samples: the data is too wide for its boxes; a smaller --rho than " + rho +
           " makes larger ones, mpart embed fit a network to fewer values for --embedder";
  }
  return "";
}

std::string label_hint(const Session& session, const Evaluation& judged) {
  const Counters& counters = session.counters();
  const std::uint64_t asked = session.ledger().asked();
  if (asked > 0 && counters.skipped == asked) {
    return "every question was skipped: the data has no labels; --oracle terminal asks you, "
           "--label-column names the column that has them";
  }
  if (counters.labels == 0) return "";
  const std::size_t classes = session.learner().known_classes();
  if (classes == 1 && counters.labels >= kFewLabels) {
    return "all " + grouped(counters.labels) + " labels are \"" +
           shortened(session.learner().classes().front()) +
           "\": the rows may be sorted by class, which --shuffle mixes; a larger --budget asks "
           "more "
           "often";
  }
  if (classes > 1 && classes == counters.labels && counters.labels >= 10) {
    return "every label is a class of its own: the column of labels may be numbers or names; "
           "--label-column names another";
  }
  if (judged.samples > 0 && judged.unknown_share() >= kHardlyAny) {
    return "no label reaches " + percent(judged.unknown_share()) + " of the " +
           grouped(judged.samples) +
           " samples that were compared: a larger --budget, a smaller --rho, or --mode plus";
  }
  return "";
}

std::string clipping_hint(const Session& session) {
  const Counters& counters = session.counters();
  const double values = static_cast<double>(counters.samples) *
                        static_cast<double>(std::max<std::size_t>(session.learner().width(), 1));
  const double share = static_cast<double>(counters.clipped_values) / values;
  if (share < kMost) return "";
  return percent(share) +
         " of all values were cut to [0,1], so most of the data is lost: without --scale none they "
         "are scaled";
}

}  // namespace

std::vector<std::string> hints(const Session& session, const Evaluation& judged) {
  if (session.counters().samples < kFewSamples) return {};
  // Where values are lost, all else follows from it.
  if (std::string clipping = clipping_hint(session); !clipping.empty()) return {clipping};
  std::vector<std::string> lines;
  for (const std::string& hint : {node_hint(session), label_hint(session, judged)}) {
    if (!hint.empty()) lines.push_back(hint);
  }
  return lines;
}

}  // namespace mpart
