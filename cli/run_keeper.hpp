#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "cli/kept_model.hpp"
#include "cli/oracle_options.hpp"
#include "cli/run_record.hpp"
#include "cli/saving_oracle.hpp"
#include "mpart/preparation.hpp"
#include "mpart/session.hpp"

namespace mpart {

// Where a run keeps its model, which rows it passes over, and how it goes on after a stop.
class RunKeeper {
 public:
  void add_skip_to(CLI::App& command);
  void add_to(CLI::App& command);  // --model, --resume, --overwrite, --min-count

  // Decides where the model is kept. Throws Error rather than overwrite answers. `outside`: answers
  // do not come from the data's own labels.
  void choose(const CLI::App& command, const std::string& data, bool outside);
  const std::string& path() const { return kept_.path; }      // empty: nothing is kept
  const std::string& resume() const { return kept_.resume; }  // model to load; empty: a new one

  // Rows of the data that are done; `session` is the model of resume().
  std::uint64_t rows_to_pass(const Session* session) const;
  // What is left of --limit for the run that goes on after `passed` rows.
  std::uint64_t limit_left(std::uint64_t limit, std::uint64_t passed) const;

  // Says where answers are kept. `session` and `oracles` must outlive this.
  void begin(Session& session, OracleOptions& oracles, Preparation preparation);
  Oracle& oracle() { return *oracle_; }

  // Asks again what is open, of a person or a program; false if the person wants to stop.
  bool ask_open(Session& session);

  std::uint64_t to_pass() const { return to_pass_; }
  bool passing() const { return passed_ < to_pass_; }
  void pass(const Sample& sample);  // tells of every row, in order
  // At the end of the data. Throws Error(kConflict) if it has fewer rows than the model has seen of
  // it.
  void require_passed() const;

  void answered();  // after a step with queries
  void save();      // REQUIRES: a path

  // What a person who stopped the run can do next, after `seen` samples.
  std::string how_to_go_on(const CLI::App& command, std::uint64_t limit, std::uint64_t seen) const;

 private:
  void say_where(const Session& session) const;

  std::string data_, model_, resume_;
  std::uint64_t skip_ = 0;
  bool overwrite_ = false, outside_ = false;
  SaveOptions save_options_;

  KeptModel kept_;
  RunRecord record_;
  bool keeps_record_ = false, record_written_ = false;
  std::uint64_t to_pass_ = 0, passed_ = 0;
  std::optional<PassedRows> before_;
  Session* session_ = nullptr;
  Preparation preparation_;  // of what the session gets
  OracleOptions* oracles_ = nullptr;
  std::optional<SavingOracle> saving_;
  Oracle* oracle_ = nullptr;
};

}  // namespace mpart
