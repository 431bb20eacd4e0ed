#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "cli/commands.hpp"
#include "cli/reproduce/results.hpp"
#include "mpart/version.hpp"
#include "util/atomic_file.hpp"

namespace mpart {

namespace {

namespace fs = std::filesystem;
using namespace reproduce;

class ReproduceCommand : public Command {
 public:
  explicit ReproduceCommand(CLI::App* app) : Command(app) {
    app->add_option(
        "NAME", name_,
        "a table or figure of the paper, all, or the file of a plan; without it, print the list");
    app->add_option("--trials", trials_, "trials for every cell (default: as many as the paper)")
        ->check(whole_number(1))
        ->check(CLI::Range(1, 100000));
    add_count(*app, "--threads", threads_, "trials that run at once", 1);
    app->add_option("--data", folder_, "folder with the datasets, see mpart data")
        ->envname("MPART_DATA");
    app->add_option("--datasets", datasets_, "only these datasets: fashion-mnist,cifar-10")
        ->delimiter(',')
        ->allow_extra_args(false);
    app->add_option("--out", out_, "folder for tables, trials and embedders")
        ->capture_default_str();
    app->add_flag("--quiet", quiet_, "no progress bar");
  }

  int run() override {
    if (name_.empty()) return list();
    std::vector<Plan> plans;
    for (const std::string& name : name_ == "all" ? known_plans() : std::vector{name_}) {
      plans.push_back(adjusted(read_plan(find_plan(name))));
    }
    fs::create_directories(out_);
    for (const Plan& plan : plans) {
      for (const Dataset& dataset : plan.datasets) {
        auto& prepared = data_[plan.dims];
        if (!prepared.contains(dataset.name)) {
          prepared[dataset.name] = prepare(dataset, plan.dims, folder_, out_);
        }
      }
    }
    catch_interrupts();
    for (const Plan& plan : plans) {
      if (!interrupted()) reproduce(plan);
    }
    if (!interrupted()) return kExitDone;
    std::cerr << "mpart: stopped; the same command goes on from here\n";
    return kExitInterrupted;
  }

 private:
  static int list() {
    for (const std::string& name : known_plans()) {
      std::cout << name << ": " << read_plan(find_plan(name)).title << '\n';
    }
    return kExitDone;
  }

  Plan adjusted(Plan plan) const {
    if (trials_ > 0) plan.trials = trials_;
    if (datasets_.empty()) return plan;
    const std::vector<Dataset> of_plan = std::exchange(plan.datasets, {});
    for (const std::string& name : datasets_) {
      const auto found = std::ranges::find(of_plan, name, &Dataset::name);
      plan.datasets.push_back(found == of_plan.end() ? find_dataset(name) : *found);
    }
    return plan;
  }

  void reproduce(const Plan& plan) {
    const std::string base = (fs::path(out_) / plan.name).string();
    const auto& data = data_[plan.dims];
    const auto start = std::chrono::steady_clock::now();
    std::size_t trials_before = 0;
    std::string page;
    if (plan.frames.empty()) {
      Campaign campaign(plan, data, base + ".trials.csv");
      if (!campaign.run(is_timed(plan) ? 1 : threads_, !quiet_)) return;
      trials_before = campaign.trials_before();
      page = markdown_table(plan, campaign, data);
      std::cout << page << '\n';
      write_file_atomically(base + ".csv", csv_table(plan, campaign));
      page += '\n' + draw_results(plan, campaign, base);
    } else {
      page = draw_frames(plan, data, base) + notes(plan, data);
      std::cout << page << '\n';
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    write_file_atomically(base + ".md", page);
    write_file_atomically(base + ".json", circumstances(plan, trials_before, seconds.count()));
  }

  // One trial after another, so that none waits for a core.
  static bool is_timed(const Plan& plan) {
    return std::ranges::count(plan.rows, "seconds", &Row::measure) > 0;
  }

  std::string circumstances(const Plan& plan, std::size_t trials_before, double seconds) const {
    nlohmann::ordered_json json = {
        {"version", version()},  {"commit", MPART_COMMIT},
        {"trials", plan.trials}, {"seeds", "1 to " + std::to_string(plan.trials)},
        {"machine", machine()},  {"threads", threads_},
        {"seconds", seconds},    {"trials_of_an_earlier_run", trials_before}};
    for (const Dataset& dataset : plan.datasets) {
      const Prepared& prepared = data_.at(plan.dims).at(dataset.name);
      json["data"][dataset.name] =
          prepared.missing.empty() ? nlohmann::ordered_json{{"checksum", prepared.checksum},
                                                            {"stream", prepared.data.stream.size()},
                                                            {"test", prepared.data.test.size()}}
                                   : nlohmann::ordered_json(prepared.missing);
    }
    return json.dump(2) + '\n';
  }

  static std::string machine() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with("model name")) {
        return std::to_string(std::thread::hardware_concurrency()) + " x" +
               line.substr(line.find(':') + 1);
      }
    }
    return std::to_string(std::thread::hardware_concurrency()) + " cores";
  }

  std::string name_, folder_, out_ = "out/reproduce";
  std::size_t trials_ = 0, threads_ = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::string> datasets_;
  bool quiet_ = false;
  std::map<std::size_t, std::map<std::string, Prepared>> data_;  // by dims and name
};

}  // namespace

std::unique_ptr<Command> make_reproduce(CLI::App* app) {
  return std::make_unique<ReproduceCommand>(app);
}

}  // namespace mpart
