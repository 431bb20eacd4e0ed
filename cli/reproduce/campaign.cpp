#include "cli/reproduce/campaign.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <exception>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <thread>

#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "mpart/error.hpp"
#include "util/atomic_file.hpp"
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
       << row.samples;
  return text.str();
}

}  // namespace

Campaign::Campaign(const Plan& plan, const std::map<std::string, Prepared>& data, std::string log)
    : plan_(plan), data_(data), log_(std::move(log)) {
  for (const std::string& dataset : plan.datasets) {
    if (!data.at(dataset).missing.empty()) continue;
    for (const Row& row : plan.rows) {
      if (cell(dataset, row) != nullptr) continue;
      cells_.push_back({dataset, setup_of(row), &row, std::vector<Measured>(plan.trials)});
    }
  }
  read_log();
}

const Cell* Campaign::cell(const std::string& dataset, const Row& row) const {
  const std::string setup = setup_of(row);
  const auto found = std::find_if(cells_.begin(), cells_.end(), [&](const Cell& cell) {
    return cell.dataset == dataset && cell.setup == setup;
  });
  return found == cells_.end() ? nullptr : &*found;
}

// A log of other data, or of another version of the program, is begun anew.
std::string Campaign::fingerprint() const {
  std::string text = "# mpart " MPART_VERSION;
  for (const std::string& dataset : plan_.datasets) {
    const Prepared& prepared = data_.at(dataset);
    if (prepared.missing.empty()) text += ", " + dataset + ' ' + prepared.checksum;
  }
  return text;
}

void Campaign::write_log_head() const {
  std::string text = fingerprint() + "\ndataset,setup,trial";
  for (const std::string_view measure : measures()) text.append(",").append(measure);
  write_file_atomically(log_, text + '\n');
}

void Campaign::read_log() {
  std::ifstream file(log_);
  std::string line;
  if (!std::getline(file, line) || line != fingerprint()) {
    write_log_head();
    return;
  }
  std::getline(file, line);  // the names
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::string dataset, setup, number, text;
    std::getline(cells, dataset, ',');
    std::getline(cells, setup, ',');
    std::getline(cells, number, ',');
    Measured measured;
    while (std::getline(cells, text, ',')) {
      double value = 0;
      const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (problem == std::errc() && end == text.data() + text.size()) measured.push_back(value);
    }
    std::size_t trial = 0;
    std::from_chars(number.data(), number.data() + number.size(), trial);
    if (measured.size() != measures().size() || trial == 0 || trial > plan_.trials) continue;
    for (Cell& cell : cells_) {
      if (cell.dataset == dataset && cell.setup == setup) cell.trials[trial - 1] = measured;
    }
  }
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
  std::ofstream log(log_, std::ios::app);
  std::atomic<std::size_t> next = 0;
  std::size_t done = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  StatusLine line(show_progress);
  const auto finish = [&](const Task& task, Measured measured) {
    const std::lock_guard lock(mutex);
    ++done;
    log << task.cell->dataset << ',' << task.cell->setup << ',' << task.trial + 1;
    for (const double value : measured) log << ',' << shortest(value);
    log << std::endl;  // a trial that is done stays done
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
  if (!log) throw Error(ErrorKind::kBadInput, log_ + ": cannot write");
  return done == tasks.size();
}

}  // namespace mpart::reproduce
