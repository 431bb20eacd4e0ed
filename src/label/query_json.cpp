#include "label/query_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "label/question_text.hpp"

namespace mpart {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kProbabilities = 20;
constexpr std::size_t kClasses = 1000;

OrderedJson guess_json(const Query& query) {
  const Prediction& guess = query.guess;
  const bool rated =
      guess.known && guess.best < query.classes.size() && guess.best < guess.probability.size();
  if (!rated) return {{"label", nullptr}, {"probability", nullptr}};
  return {{"label", query.classes[guess.best]}, {"probability", guess.probability[guess.best]}};
}

OrderedJson probabilities_json(const Query& query) {
  OrderedJson out = OrderedJson::object();
  if (!query.guess.known) return out;
  for (const ClassIndex y : best_classes(query, kProbabilities)) {
    out[query.classes[y]] = query.guess.probability[y];
  }
  return out;
}

}  // namespace

std::string query_json(const Query& query) {
  const Sample& sample = query.question.sample;
  const Reason& reason = query.question.reason;
  const auto listed = static_cast<std::ptrdiff_t>(std::min(query.classes.size(), kClasses));
  OrderedJson out;
  out["id"] = query.id;
  out["row"] = sample.row;
  if (!sample.id.empty()) out["sample"] = sample.id;
  out["time"] = query.question.time;
  out["features"] = sample.values;
  out["guess"] = guess_json(query);
  out["probabilities"] = probabilities_json(query);
  out["why"] = {{"epistemic", reason.epistemic},
                {"aleatoric", reason.aleatoric},
                {"density", reason.density},
                {"score", reason.score},
                {"threshold", reason.threshold}};  // NaN is written as null
  out["classes"] =
      OrderedJson(OrderedJson::array_t(query.classes.begin(), query.classes.begin() + listed));
  return out.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace mpart
