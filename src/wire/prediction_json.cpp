#include "wire/prediction_json.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "wire/number_text.hpp"

namespace mpart::wire {

Predicted predicted_of(const Prediction& prediction, const std::vector<std::string>& classes) {
  if (!prediction.known) return {{}, 0, prediction.activated, prediction.clipped};
  return {classes[prediction.best], calibrated_best(prediction), prediction.activated,
          prediction.clipped};
}

void append_string(std::string& out, std::string_view text) {
  out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void append_predicted(std::string& out, const Predicted& predicted) {
  const bool known = !predicted.name.empty();
  out += known ? R"("known":true,"predicted":)" : R"("known":false,"predicted":null)";
  if (known) append_string(out, predicted.name);
  out += R"(,"probability":)";
  if (known) {
    append_number(out, predicted.probability);
  } else {
    out += "null";
  }
  out += predicted.activated ? R"(,"activated":true)" : R"(,"activated":false)";
  if (predicted.clipped == 0) return;
  out += R"(,"clipped":)";
  append_number(out, predicted.clipped);
}

void append_queries(std::string& out, std::span<const QueryId> queries) {
  out += R"("queries":[)";
  for (const QueryId& id : queries) {
    if (&id != queries.data()) out += ',';
    append_number(out, id);
  }
  out += ']';
}

void append_prediction(std::string& out, const Prediction& prediction,
                       const std::vector<std::string>& classes) {
  out += '{';
  append_predicted(out, predicted_of(prediction, classes));
  const std::pair<std::string_view, double> figures[] = {{"epistemic", prediction.epistemic},
                                                         {"aleatoric", prediction.aleatoric},
                                                         {"uncertainty", prediction.uncertainty},
                                                         {"density", prediction.density},
                                                         {"score", prediction.score}};
  for (const auto& [name, value] : figures) {
    out.append(",\"").append(name).append("\":");
    append_number(out, value);
  }
  out += R"(,"probabilities":{)";
  bool first = true;
  std::vector<double> probability;
  if (prediction.known) calibrate(prediction, probability);
  for (std::size_t y = 0; y < probability.size(); ++y) {
    if (probability[y] <= 0) continue;
    if (!std::exchange(first, false)) out += ',';
    append_string(out, classes[y]);
    out += ':';
    append_number(out, probability[y]);
  }
  out += "}}";
}

}  // namespace mpart::wire
