#include "cli/reproduce/campaign.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <sstream>
#include <thread>

#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "mpart/version.hpp"
#include "util/crc64.hpp"

namespace mpart::reproduce {

namespace {

// Everything that decides what a trial gives, as text.
std::string setup_of(const Row& row) {
  Writer writer;
  row.session.parameters.save(writer);
  std::ostringstream text;
  text << std::hex << crc64(writer.bytes()) << '/' << name_of(row.session.strategy) << '/'
       << std::dec << row.session.budget.questions << '/' << row.session.budget.period << '/'
       << row.samples << '/' << row.points;
  return text.str();
}

// A trial in the log of other data is another trial.
std::string data_of(const std::string& dataset, const Prepared& prepared) {
  return dataset + ' ' + prepared.checksum;
}

std::string names() {
  std::string text = "data,setup,trial";
  for (const std::string_view measure : measures()) text.append(",").append(measure);
  return text + ",curve";
}

}  // namespace

Campaign::Campaign(const Plan& plan, const std::map<std::string, Prepared>& data,
                   const std::string& log)
    : plan_(plan), data_(data), log_(log, "# mpart " + std::string(version()), names()) {
  for (const Dataset& dataset : plan.datasets) {
    if (!data.at(dataset.name).missing.empty()) continue;
    for (const Row& row : plan.rows) {
      if (cell(dataset.name, row) != nullptr) continue;
      cells_.push_back({dataset.name, setup_of(row), &row, std::vector<Measured>(plan.trials)});
    }
  }
  for (const LoggedTrial& trial : log_.before()) {
    for (Cell& cell : cells_) {
      if (trial.data == data_of(cell.dataset, data.at(cell.dataset)) && trial.setup == cell.setup &&
          trial.number <= plan.trials &&
          trial.measured.size() == measures().size() + cell.row->points) {
        cell.trials[trial.number - 1] = trial.measured;
        ++trials_before_;
      }
    }
  }
}

const Cell* Campaign::cell(const std::string& dataset, const Row& row) const {
  const std::string setup = setup_of(row);
  const auto found = std::find_if(cells_.begin(), cells_.end(), [&](const Cell& cell) {
    return cell.dataset == dataset && cell.setup == setup;
  });
  return found == cells_.end() ? nullptr : &*found;
}

bool Campaign::run(std::size_t threads, bool show_progress) {
  struct Task {
    Cell* cell;
    std::size_t trial;
  };
  std::vector<Task> tasks;
  for (std::size_t trial = 0; trial < plan_.trials; ++trial) {
    for (Cell& cell : cells_) {
      if (cell.trials[trial].empty()) tasks.push_back({&cell, trial});
    }
  }
  std::atomic<std::size_t> next = 0;
  std::size_t done = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  StatusLine line(show_progress);
  const auto finish = [&](const Task& task, Measured measured) {
    const std::lock_guard lock(mutex);
    ++done;
    log_.add({data_of(task.cell->dataset, data_.at(task.cell->dataset)), task.cell->setup,
              task.trial + 1, measured});
    task.cell->trials[task.trial] = std::move(measured);
    if (!line.due()) return;
    const double share = static_cast<double>(done) / static_cast<double>(tasks.size());
    line.draw(progress_bar(share) + plan_.name + ": " + task.cell->dataset + ", " +
              task.cell->row->group + ' ' + task.cell->row->name + ", trial " +
              std::to_string(task.trial + 1) + ", " +
              duration(line.seconds() * (1 - share) / share) + " left");
  };
  const auto work = [&] {
    for (std::size_t i = next++; i < tasks.size() && !interrupted(); i = next++) {
      try {
        const Task& task = tasks[i];
        finish(task, run_trial(data_.at(task.cell->dataset).data, *task.cell->row, task.trial + 1));
      } catch (...) {
        const std::lock_guard lock(mutex);
        failure = std::current_exception();
        next = tasks.size();
      }
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
  return done == tasks.size();
}

}  // namespace mpart::reproduce
