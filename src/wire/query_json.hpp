#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/oracle.hpp"
#include "wire/limits.hpp"
#include "wire/sample_json.hpp"

namespace mpart::wire {

// What a query says of its sample. Members that are 0, null or empty are left out of its JSON, but
// for the time.
struct QueryView {
  QueryId id = 0;
  std::uint64_t row = 0;
  std::string_view sample;  // the sample's own id
  std::uint64_t time = 0;
  const std::vector<double>* values = nullptr;
  const Prediction* prediction = nullptr;
  std::size_t most_probabilities = kMostProbabilities;
  const Reason& reason;
  StrategyKind strategy = StrategyKind::kExplorer;
  const std::vector<std::string>& classes;
  bool lists_classes = false;
};

// A query as every door spells it:
//   {"id":17,"row":123,"sample":"img-7","time":122,"values":[0.1,0.9],
//    "predicted":"cat","probability":0.61,"probabilities":{"cat":0.61,"dog":0.39},
//    "why":{"text":"Few labels are near here ...","epistemic":0.8,"aleatoric":0.9,"density":13.5,
//           "score":0.3,"threshold":0.2},
//    "classes":["cat","dog"]}
// While no label has reached the sample, "predicted" and "probability" are null and "probabilities"
// is empty. "threshold" is null where the choice did not depend on the score.
nlohmann::ordered_json query_object(const QueryView& query);

// What a person sees of a sample, but for its picture:
//   {"text":"...","link":"https://...","values":[{"name":"age","value":"3"}]}
// A value that is missing is null.
nlohmann::ordered_json show_object(const Show& show);

// A query for another program, by file, command or Kafka: one line without the newline. At most the
// kMostProbabilities best probabilities and kMostClasses classes. Names that are not UTF-8 are made
// so. `show` is what came of its sample; null: nothing is shown.
std::string query_json(const Query& query, const Show* show = nullptr);

}  // namespace mpart::wire
