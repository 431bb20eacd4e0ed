#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/reproduce/plan.hpp"
#include "cli/reproduce/prepare.hpp"
#include "cli/reproduce/trial.hpp"
#include "cli/reproduce/trial_log.hpp"

namespace mpart::reproduce {

// The trials of one way to learn on one dataset. Rows of a plan that learn the same way share them.
struct Cell {
  std::string dataset;
  std::string setup;
  const Row* row = nullptr;      // one of those that share it
  std::vector<Measured> trials;  // by number; empty: not run yet
};

// All trials of a plan, by any number of threads: what comes out does not depend on it.
// A finished trial is written to `log` at once, and one that is in it is not run again.
class Campaign {
 public:
  Campaign(const Plan& plan, const std::map<std::string, Prepared>& data, const std::string& log);

  // Returns false if Ctrl-C ended it.
  bool run(std::size_t threads, bool show_progress);

  std::size_t trials_before() const { return trials_before_; }  // that were in the log

  // The trials of a row on a dataset; nothing if the dataset is missing.
  const Cell* cell(const std::string& dataset, const Row& row) const;

 private:
  const Plan& plan_;
  const std::map<std::string, Prepared>& data_;
  TrialLog log_;
  std::vector<Cell> cells_;
  std::size_t trials_before_ = 0;
};

}  // namespace mpart::reproduce
