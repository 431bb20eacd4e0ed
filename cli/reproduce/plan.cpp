#include "cli/reproduce/plan.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "cli/datasets.hpp"
#include "cli/install_paths.hpp"
#include "cli/reproduce/trial.hpp"
#include "mpart/error.hpp"
#include "util/atomic_file.hpp"

namespace mpart::reproduce {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kMostDims = 64, kMostTrials = 100000;

// A number that a whole one cannot hold would become any other.
template <typename Value>
bool fits(const Json& json) {
  if constexpr (std::is_unsigned_v<Value> && !std::is_same_v<Value, bool>) {
    return json.is_number_unsigned() &&
           json.get<std::uint64_t>() <= std::numeric_limits<Value>::max();
  }
  return true;
}

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
      if (!fits<Value>(*found)) fail("\"" + key + "\" is not what it should be");
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
    throw invalid_data(where_ + ": " + what);
  }

 private:
  Json object_;
  std::string where_;
};

void take_session(Fields& fields, SessionOptions& session) {
  std::string budget = "full", mode = "faithful";
  Parameters& parameters = session.parameters;
  fields.take("mode", mode);
  try {
    set_mode(mode, session);
  } catch (const Error& error) {
    fields.fail(error.what());
  }
  std::string strategy(name_of(session.strategy));
  fields.take("budget", budget);
  fields.take("strategy", strategy);
  fields.take("learner", parameters.learner);
  for (const ParameterRow& row : parameter_table()) {
    std::visit([&](auto member) { fields.take(std::string(row.name), parameters.*member); },
               row.member);
  }
  try {
    session.budget = budget == "full" ? Budget{1, 1} : Budget::parse(budget);
    session.strategy = parse_strategy(strategy);
    parameters.check();
    Session test(session);  // refuses an unknown learner, or a strategy that does not fit it
  } catch (const Error& error) {
    fields.fail(error.what());
  }
}

// One that mpart knows, by its name, or any other: its name and what mpart run would be given.
Dataset parse_dataset(const Json& json, const fs::path& folder, const std::string& where) {
  if (json.is_string()) return find_dataset(json.get<std::string>());
  Dataset dataset;
  std::string train, test;
  Fields fields(json, where);
  fields.take("name", dataset.name);
  fields.take("train", train);
  fields.take("test", test);
  fields.take("note", dataset.differs);
  fields.require_empty();
  if (dataset.name.empty() || dataset.name.find('/') != std::string::npos) {
    fields.fail("a dataset has a \"name\" without /");
  }
  if (train.empty()) fields.fail("a dataset has \"train\", the file to learn from");
  for (const std::string& source : {train, test}) {
    if (is_synthetic(source) && source.find("samples=") == std::string::npos) {
      fields.fail("how many? " + source + ",samples=5000");
    }
  }
  const auto place = [&](const std::string& path) {
    return is_synthetic(path) ? path : fs::absolute(folder / path).string();
  };
  dataset.train = {place(train)};
  if (!test.empty()) dataset.test = {place(test)};
  dataset.how_to_get = "it is " + dataset.train.front();
  return dataset;
}

Row parse_row(const Json& json, const Row& common, const Plan& plan, const std::string& where) {
  Row row = common;
  Fields fields(json, where);
  fields.take("group", row.group);
  fields.take("name", row.name);
  fields.take("measure", row.measure);
  fields.take("samples", row.samples);
  fields.take("points", row.points);
  fields.take("against", row.against);
  std::map<std::string, std::vector<double>> paper;
  fields.take("paper", paper);
  for (const auto& [dataset, figures] : paper) {
    if (std::ranges::count(plan.datasets, dataset, &Dataset::name) == 0) find_dataset(dataset);
    if (figures.size() != 2) fields.fail("\"paper\" is mean and deviation");
    row.paper[dataset] = {figures[0], figures[1]};
  }
  take_session(fields, row.session);
  fields.require_empty();
  if (row.name.empty()) fields.fail("\"name\" is missing");
  if (row.samples == 0) fields.fail("\"samples\" is 0");
  if (row.points > row.samples) fields.fail("more \"points\" than samples");
  measure_index(row.measure);
  return row;
}

std::vector<Frame> parse_frames(const Json& json, const std::string& where) {
  std::vector<Frame> frames;
  for (const Json& each : json) {
    Frame frame;
    Fields fields(each, where + ": frame " + std::to_string(frames.size() + 1));
    fields.take("from", frame.from);
    fields.take("to", frame.to);
    fields.take("graph", frame.graph);
    fields.take("questions", frame.questions);
    fields.require_empty();
    if (frame.to <= frame.from) fields.fail(R"("to" is not after "from")");
    if (!frames.empty() && frame.to < frames.back().to) fields.fail("\"to\" goes back");
    frames.push_back(frame);
  }
  return frames;
}

}  // namespace

const Row* row_against(const Plan& plan, const Row& row) {
  const auto found = std::ranges::find_if(plan.rows, [&row](const Row& other) {
    return other.group == row.group && other.name == row.against;
  });
  return found == plan.rows.end() ? nullptr : &*found;
}

Plan parse_plan(const std::string& text, const std::string& path) try {
  Plan plan;
  plan.name = fs::path(path).stem().string();
  Json rows, frames, datasets;
  for (const Dataset& dataset : mpart::datasets()) {
    if (dataset.variant_of.empty()) datasets.push_back(dataset.name);
  }
  Row common;
  common.measure = "accuracy";
  Fields fields(Json::parse(text), path);
  fields.take("title", plan.title);
  fields.take("notes", plan.notes);
  fields.take("trials", plan.trials);
  fields.take("dims", plan.dims);
  fields.take("datasets", datasets);
  fields.take("measure", common.measure);
  fields.take("samples", common.samples);
  fields.take("points", common.points);
  fields.take("frames", frames);
  fields.take("by_labels", plan.by_labels);
  fields.take("rows", rows);
  fields.require_empty();
  if (plan.trials == 0 || plan.trials > kMostTrials) fields.fail("\"trials\" is 1 to 100000");
  if (plan.dims == 0 || plan.dims > kMostDims) fields.fail("\"dims\" is 1 to 64");
  for (const Json& dataset : datasets) {
    plan.datasets.push_back(parse_dataset(dataset, fs::path(path).parent_path(), path));
  }
  plan.frames = parse_frames(frames, path);
  if (!rows.is_array() || rows.empty()) fields.fail("\"rows\" is missing");
  for (const Json& row : rows) {
    plan.rows.push_back(
        parse_row(row, common, plan, path + ": row " + std::to_string(plan.rows.size() + 1)));
  }
  for (const Row& row : plan.rows) {
    if (!row.against.empty() && row_against(plan, row) == nullptr) {
      fields.fail("row \"" + row.name + "\" is against \"" + row.against +
                  "\", which is no row of its group");
    }
    if (plan.by_labels && row.measure != "accuracy") fields.fail("\"by_labels\" draws accuracy");
  }
  return plan;
} catch (const Json::exception& error) {
  throw invalid_data(path + ": not JSON: " + error.what());
}

Plan read_plan(const std::string& path) { return parse_plan(read_file(path), path); }

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
  throw not_found("no plan \"" + name + "\"; there are all" + names);
}

}  // namespace mpart::reproduce
