#include "wire/query_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "wire/reason_text.hpp"

namespace mpart::wire {

namespace {

using OrderedJson = nlohmann::ordered_json;

// nlohmann writes a NaN as null.
OrderedJson why_object(const QueryView& query) {
  const Reason& reason = query.reason;
  return {{"text", reason_text(reason, query.strategy)},
          {"epistemic", reason.epistemic},
          {"aleatoric", reason.aleatoric},
          {"density", reason.density},
          {"score", reason.score},
          {"threshold", reason.threshold}};
}

void add_prediction(const QueryView& query, OrderedJson& out) {
  const Prediction& prediction = *query.prediction;
  const std::size_t rated = std::min(query.classes.size(), prediction.probability.size());
  const bool known = prediction.known && prediction.best < rated;
  std::vector<double> probability;
  calibrate(prediction, probability);
  out["predicted"] = known ? OrderedJson(query.classes[prediction.best]) : OrderedJson();
  out["probability"] = known ? OrderedJson(probability[prediction.best]) : OrderedJson();
  OrderedJson& all = out["probabilities"] = OrderedJson::object();
  if (!prediction.known) return;
  for (const ClassIndex y :
       best_classes(prediction, query.classes.size(), query.most_probabilities)) {
    all[query.classes[y]] = probability[y];
  }
}

}  // namespace

nlohmann::ordered_json show_object(const Show& show) {
  OrderedJson out = OrderedJson::object();
  if (!show.text.empty()) out["text"] = show.text;
  if (!show.link.empty()) out["link"] = show.link;
  for (const ShownValue& one : show.values) {
    const OrderedJson value = one.value.empty() ? OrderedJson() : OrderedJson(one.value);
    out["values"].push_back({{"name", one.name}, {"value", value}});
  }
  return out;
}

nlohmann::ordered_json query_object(const QueryView& query) {
  OrderedJson out;
  out["id"] = query.id;
  if (query.row != 0) out["row"] = query.row;
  if (!query.sample.empty()) out["sample"] = query.sample;
  out["time"] = query.time;
  if (query.values != nullptr) out["values"] = *query.values;
  if (query.prediction != nullptr) add_prediction(query, out);
  out["why"] = why_object(query);
  if (query.lists_classes) {
    const auto listed = static_cast<std::ptrdiff_t>(std::min(query.classes.size(), kMostClasses));
    out["classes"] = OrderedJson::array_t(query.classes.begin(), query.classes.begin() + listed);
  }
  return out;
}

std::string query_json(const Query& query, const Show* show) {
  const Sample& sample = query.question.sample;
  const QueryView view{.id = query.id,
                       .row = sample.row,
                       .sample = sample.id,
                       .time = query.question.time,
                       .values = &sample.values,
                       .prediction = &query.guess,
                       .reason = query.question.reason,
                       .strategy = query.strategy,
                       .classes = query.classes,
                       .lists_classes = true};
  OrderedJson object = query_object(view);
  if (show != nullptr) object["show"] = show_object(*show);
  return object.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace mpart::wire
