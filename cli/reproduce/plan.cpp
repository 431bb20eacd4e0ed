#include "cli/reproduce/plan.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/datasets.hpp"
#include "cli/places.hpp"
#include "cli/reproduce/trial.hpp"
#include "mpart/error.hpp"
#include "util/atomic_file.hpp"

namespace mpart::reproduce {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// Takes keys out of an object; what is left at the end was misspelt.
class Fields {
 public:
  Fields(Json object, std::string where) : object_(std::move(object)), where_(std::move(where)) {
    if (!object_.is_object()) fail("an object expected");
  }

  template <typename Value>
  void take(const std::string& key, Value& value) {
    const auto found = object_.find(key);
    if (found == object_.end()) return;
    try {
      value = found->get<Value>();
    } catch (const Json::exception&) {
      fail("\"" + key + "\" is not what it should be");
    }
    object_.erase(found);
  }

  void require_empty() const {
    if (!object_.empty()) fail("unknown key \"" + object_.begin().key() + "\"");
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorKind::kBadInput, where_ + ": " + what);
  }

 private:
  Json object_;
  std::string where_;
};

void take_session(Fields& fields, SessionOptions& session) {
  std::string budget = "full", strategy = "explorer";
  Parameters& parameters = session.parameters;
  fields.take("budget", budget);
  fields.take("strategy", strategy);
  fields.take("learner", parameters.learner);
  fields.take("layers", parameters.layers);
  fields.take("alpha", parameters.alpha);
  fields.take("beta", parameters.beta);
  fields.take("rho", parameters.rho);
  fields.take("delta", parameters.delta);
  fields.take("tau", parameters.tau);
  fields.take("ke", parameters.ke);
  fields.take("kd", parameters.kd);
  fields.take("density_weighting", parameters.density_weighting);
  try {
    session.budget = budget == "full" ? Budget{1, 1} : Budget::parse(budget);
    session.strategy = parse_strategy(strategy);
    parameters.check();
    Session test(session);  // refuses an unknown learner, or a strategy that does not fit it
  } catch (const Error& error) {
    fields.fail(error.what());
  }
}

Row parse_row(const Json& json, const Row& common, const std::string& where) {
  Row row = common;
  Fields fields(json, where);
  fields.take("group", row.group);
  fields.take("name", row.name);
  fields.take("measure", row.measure);
  fields.take("samples", row.samples);
  std::map<std::string, std::vector<double>> paper;
  fields.take("paper", paper);
  for (const auto& [dataset, figures] : paper) {
    find_dataset(dataset);
    if (figures.size() != 2) fields.fail("\"paper\" is mean and deviation");
    row.paper[dataset] = {figures[0], figures[1]};
  }
  take_session(fields, row.session);
  fields.require_empty();
  if (row.name.empty()) fields.fail("\"name\" is missing");
  if (row.samples == 0) fields.fail("\"samples\" is 0");
  measure_index(row.measure);
  return row;
}

}  // namespace

Plan read_plan(const std::string& path) try {
  Plan plan;
  plan.name = fs::path(path).stem().string();
  Json rows;
  Row common;
  common.measure = "accuracy";
  for (const Dataset& dataset : datasets()) plan.datasets.emplace_back(dataset.name);
  Fields fields(Json::parse(read_file(path)), path);
  fields.take("title", plan.title);
  fields.take("trials", plan.trials);
  fields.take("datasets", plan.datasets);
  fields.take("measure", common.measure);
  fields.take("samples", common.samples);
  fields.take("rows", rows);
  fields.require_empty();
  for (const std::string& dataset : plan.datasets) find_dataset(dataset);
  if (!rows.is_array() || rows.empty()) fields.fail("\"rows\" is missing");
  for (const Json& row : rows) {
    plan.rows.push_back(
        parse_row(row, common, path + ": row " + std::to_string(plan.rows.size() + 1)));
  }
  return plan;
} catch (const Json::exception& error) {
  throw Error(ErrorKind::kBadInput, path + ": not JSON: " + error.what());
}

std::vector<std::string> known_plans() {
  std::error_code ignored;
  for (const fs::path& folder : shared_places("experiments")) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    if (!names.empty()) return names;
  }
  return {};
}

std::string find_plan(const std::string& name) {
  std::error_code ignored;
  if (fs::is_regular_file(name, ignored)) return name;
  for (const fs::path& folder : shared_places("experiments")) {
    const fs::path path = folder / (name + ".json");
    if (fs::exists(path, ignored)) return path.string();
  }
  std::string names;
  for (const std::string& known : known_plans()) names += ", " + known;
  throw Error(ErrorKind::kBadUse, "no plan \"" + name + "\"; there are all" + names);
}

}  // namespace mpart::reproduce
