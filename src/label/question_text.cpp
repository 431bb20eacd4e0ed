#include "label/question_text.hpp"

#include <algorithm>
#include <iterator>

#include "label/class_names.hpp"
#include "label/picture_text.hpp"
#include "util/sanitize_text.hpp"
#include "wire/number_text.hpp"
#include "wire/reason_text.hpp"

namespace mpart {

namespace {

constexpr std::size_t kShownClasses = 100;  // of very many

std::string percent(double probability) { return wire::decimals(100 * probability, 0) + '%'; }

std::string predicted_text(const Query& query) {
  if (!query.guess.known) return "nothing yet: no label has reached this region";
  constexpr const char* kBefore[] = {"", "; then ", ", "};
  std::string out;
  std::size_t place = 0;
  std::vector<double> probability;
  calibrate(query.guess, probability);
  for (const ClassIndex y :
       wire::best_classes(query.guess, query.classes.size(), std::size(kBefore))) {
    out += kBefore[place++];
    out += sanitize_text(query.classes[y]) + ' ' + percent(probability[y]);
  }
  return out;
}

std::string why_text(const Query& query) {
  const Reason& reason = query.question.reason;
  return "  why: " + wire::reason_text(reason, query.strategy) + "\n       u_e " +
         wire::decimals(reason.epistemic, 2) + ", u_a " + wire::decimals(reason.aleatoric, 2) +
         ", d " + wire::decimals(reason.density, 1) + ", score " + wire::decimals(reason.score, 2) +
         '\n';
}

std::string title(const Query& query) {
  const Sample& sample = query.question.sample;
  std::string out = "Question " + std::to_string(query.id) + ": row " + std::to_string(sample.row);
  if (!sample.id.empty()) out += ", \"" + sanitize_text(sample.id) + '"';
  return out + '\n';
}

}  // namespace

std::string classes_text(const std::vector<std::string>& classes) {
  if (classes.empty()) return "  classes: none yet, type the first\n";
  const bool numbered = classes.size() <= kNumberedClasses;
  std::string out = "  classes:";
  for (std::size_t i = 0; i < std::min(classes.size(), kShownClasses); ++i) {
    out += i == 0 ? " " : numbered ? "  " : ", ";
    if (numbered) out += '#' + std::to_string(i + 1) + ' ';
    out += sanitize_text(classes[i]);
  }
  if (classes.size() > kShownClasses) {
    out += " ... " + std::to_string(classes.size()) + " classes";
  }
  return out + '\n';
}

std::string question_text(const Query& query, const SampleView& view) {
  const Sample& sample = query.question.sample;
  return title(query) + (view.show ? view.show(sample) : "") +
         values_text(sample.values, view.names) + "  predicted: " + predicted_text(query) + '\n' +
         why_text(query) + classes_text(query.classes);
}

}  // namespace mpart
