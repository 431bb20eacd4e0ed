#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/report.hpp"
#include "cli/reproduce/campaign.hpp"
#include "cli/reproduce/table.hpp"
#include "mpart/error.hpp"
#include "util/atomic_file.hpp"

namespace mpart {

namespace {

namespace fs = std::filesystem;
using namespace reproduce;

class ReproduceCommand : public Command {
 public:
  explicit ReproduceCommand(CLI::App* app) : Command(app) {
    app->add_option("NAME", name_,
                    "a table of the paper, all, or the file of a plan; none: a list");
    app->add_option("--trials", trials_, "of every cell (default: as many as the paper)")
        ->check(whole_number(1));
    app->add_option("--threads", threads_, "trials that run at once")
        ->capture_default_str()
        ->check(whole_number(1));
    app->add_option("--data", folder_, "the folder the datasets are in, see mpart data")
        ->envname("MPART_DATA");
    app->add_option("--datasets", datasets_, "these alone: fashion-mnist,cifar-10")
        ->delimiter(',')
        ->allow_extra_args(false);
    app->add_option("--out", out_, "the folder for tables, trials and embedders")
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
      for (const std::string& dataset : plan.datasets) {
        if (!data_.contains(dataset)) {
          data_[dataset] = prepare(find_dataset(dataset), folder_, out_);
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
    for (const std::string& name : datasets_) find_dataset(name);
    plan.datasets = datasets_;
    return plan;
  }

  void reproduce(const Plan& plan) {
    const std::string base = (fs::path(out_) / plan.name).string();
    Campaign campaign(plan, data_, base + ".trials.csv");
    // Time is measured by one trial after another.
    const bool timed = std::any_of(plan.rows.begin(), plan.rows.end(),
                                   [](const Row& row) { return row.measure == "seconds"; });
    const auto start = std::chrono::steady_clock::now();
    if (!campaign.run(timed ? 1 : threads_, !quiet_)) return;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    const std::string table = markdown_table(plan, campaign, data_);
    write_file_atomically(base + ".md", table);
    write_file_atomically(base + ".csv", csv_table(plan, campaign, data_));
    write_file_atomically(base + ".json", circumstances(plan, seconds.count()));
    std::cout << table << '\n';
  }

  std::string circumstances(const Plan& plan, double seconds) const {
    nlohmann::ordered_json json = {
        {"version", MPART_VERSION}, {"commit", MPART_COMMIT},
        {"trials", plan.trials},    {"seeds", "1 to " + std::to_string(plan.trials)},
        {"machine", machine()},     {"threads", threads_},
        {"seconds", seconds}};
    for (const std::string& dataset : plan.datasets) {
      const Prepared& prepared = data_.at(dataset);
      json["data"][dataset] = prepared.missing.empty()
                                  ? nlohmann::ordered_json{{"checksum", prepared.checksum},
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
  std::map<std::string, Prepared> data_;
};

}  // namespace

std::unique_ptr<Command> make_reproduce(CLI::App& app) {
  return std::make_unique<ReproduceCommand>(
      app.add_subcommand("reproduce", "the tables of the paper, ours beside the paper's"));
}

}  // namespace mpart
