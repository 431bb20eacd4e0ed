#include "label/question_text.hpp"

#include <algorithm>
#include <cmath>

#include "label/class_names.hpp"
#include "label/harmless.hpp"
#include "label/picture_text.hpp"

namespace mpart {

namespace {

constexpr std::size_t kShownClasses = 100;  // of very many

// Where words change. They guide the eye; the figures beside them are exact.
constexpr double kFewLabels = 0.5;  // u_e
constexpr double kMixed = 0.3;      // u_a
constexpr double kDense = 50;       // d: samples that fell here
constexpr double kSparse = 5;

const char* epistemic_words(double u_e) {
  return u_e >= 1            ? "no label near here"
         : u_e >= kFewLabels ? "few labels near here"
                             : "labels are near";
}

const char* aleatoric_words(const Reason& reason) {
  if (reason.aleatoric < kMixed) return "classes hardly mix";
  return reason.epistemic >= 1 ? "no class stands out" : "classes are mixed";
}

const char* density_words(double d) {
  return d >= kDense ? "dense region" : d >= kSparse ? "region of medium density" : "sparse region";
}

std::string percent(double probability) { return decimals(100 * probability, 0) + '%'; }

std::string guess_text(const Query& query) {
  if (!query.guess.known) return "no idea yet: no label has reached this region";
  constexpr const char* kBefore[] = {"", "; then ", ", "};
  std::string out;
  std::size_t place = 0;
  for (const ClassIndex y : best_classes(query, std::size(kBefore))) {
    out += kBefore[place++];
    out += harmless(query.classes[y]) + ' ' + percent(query.guess.probability[y]);
  }
  return out;
}

std::string title(const Query& query) {
  const Sample& sample = query.question.sample;
  std::string out = "Question " + std::to_string(query.id) + ": row " + std::to_string(sample.row);
  if (!sample.id.empty()) out += ", \"" + harmless(sample.id) + '"';
  return out + '\n';
}

}  // namespace

std::vector<ClassIndex> best_classes(const Query& query, std::size_t count) {
  // The guess may be older than the newest class.
  const std::vector<double>& probability = query.guess.probability;
  const std::size_t rated = std::min(probability.size(), query.classes.size());
  std::vector<ClassIndex> order;
  for (ClassIndex y = 0; y < rated; ++y) {
    if (probability[y] > 0) order.push_back(y);
  }
  std::stable_sort(order.begin(), order.end(), [&probability](ClassIndex a, ClassIndex b) {
    return probability[a] > probability[b];
  });
  order.resize(std::min(order.size(), count));
  return order;
}

std::string reason_text(const Reason& reason) {
  std::string out = std::string(epistemic_words(reason.epistemic)) + " (u_e " +
                    decimals(reason.epistemic, 2) + "), " + aleatoric_words(reason) + " (u_a " +
                    decimals(reason.aleatoric, 2) + "), " + density_words(reason.density) + " (d " +
                    decimals(reason.density, 1) + "); score " + decimals(reason.score, 2);
  if (std::isnan(reason.threshold)) return out + ", but chosen at random";
  return out + " passed " + decimals(reason.threshold, 2);
}

std::string classes_text(const std::vector<std::string>& classes) {
  if (classes.empty()) return "  classes: none yet, type the first\n";
  const bool numbered = classes.size() <= kNumberedClasses;
  std::string out = "  classes:";
  for (std::size_t i = 0; i < std::min(classes.size(), kShownClasses); ++i) {
    out += i == 0 ? " " : numbered ? "  " : ", ";
    if (numbered) out += '#' + std::to_string(i + 1) + ' ';
    out += harmless(classes[i]);
  }
  if (classes.size() > kShownClasses) {
    out += " ... " + std::to_string(classes.size()) + " classes";
  }
  return out + '\n';
}

std::string question_text(const Query& query) {
  return title(query) + features_text(query.question.sample.values) +
         "  guess: " + guess_text(query) + '\n' + "  why: " + reason_text(query.question.reason) +
         '\n' + classes_text(query.classes);
}

}  // namespace mpart
