#include "cli/run_keeper.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <string_view>

#include "cli/command_words.hpp"
#include "cli/commands.hpp"
#include "cli/report.hpp"
#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "util/text.hpp"

namespace mpart {

namespace {

// Answers of a person are saved one by one. A program that answers faster than this is asked again
// in no time, and a large model is not written for each of its answers.
constexpr std::chrono::seconds kProgramInterval(1);

template <std::size_t N>
bool is_one_of(const CLI::Option& option, const std::array<std::string_view, N>& flags) {
  return std::ranges::find(flags, option.get_name()) != flags.end();
}

// Whether a flag says which rows come, and in which order.
bool is_about_data(const CLI::Option& option) {
  constexpr std::array<std::string_view, 2> kChanging = {"--limit", "--skip"};
  const std::string& group = option.get_group();
  return !option.get_positional() && !is_one_of(option, kChanging) &&
         (group == kDataGroup || group == kNetworkGroup || option.get_name() == "--seed");
}

// Whether the command for going on has the flag as it was. Traces and curves would be replaced by
// their second part.
bool stays(const CLI::Option& option) {
  constexpr std::array<std::string_view, 7> kOwn = {"--model",     "--resume", "--skip", "--limit",
                                                    "--overwrite", "--trace",  "--curve"};
  return !is_one_of(option, kOwn);
}

}  // namespace

void RunKeeper::add_skip_to(CLI::App& command) {
  command.add_option("--skip", skip_, "skip this many samples first")->check(whole_number(0));
}

void RunKeeper::add_to(CLI::App& command) {
  command.add_option("--model", model_,
                     "write the model to this file at the end, and at Ctrl-C (default, if answers "
                     "come from outside the data: DATA's name with .mpart, here)");
  command.add_option("--resume", resume_,
                     "continue from this model, with its parameters; --budget, --strategy and "
                     "--mode may change");
  command.add_flag("--overwrite", overwrite_, "replace a model that may hold answers");
  command
      .add_option("--min-count", save_options_.min_count,
                  "leave nodes that won fewer times out of the model file")
      ->check(whole_number(0));
}

void RunKeeper::choose(const CLI::App& command, const std::string& data, bool outside) {
  data_ = data;
  outside_ = outside;
  record_ = {.data = whole_path(data), .words = words_of(command, is_about_data), .skip = skip_};
  kept_ = keep_model({data, model_, resume_, outside, overwrite_}, record_);
  const std::optional<RunRecord> old =
      kept_.resume.empty() ? std::nullopt : RunRecord::read(kept_.resume);
  keeps_record_ = outside || old;
  if (!old) return;
  record_.skip = old->skip;
  if (!record_.difference(*old).empty()) record_.skip = skip_;  // other data
}

std::uint64_t RunKeeper::rows_to_pass(const Session* session) const {
  if (!kept_.goes_on || session == nullptr) return skip_;
  return data_ == "-" ? 0 : kept_.goes_on->passed_by(*session);
}

std::uint64_t RunKeeper::limit_left(std::uint64_t limit, std::uint64_t passed) const {
  if (!kept_.goes_on || data_ == "-") return limit;
  return limit - std::min(limit, passed - std::min(passed, record_.skip));
}

void RunKeeper::begin(Session& session, OracleOptions& oracles, Preparation preparation) {
  preparation_ = std::move(preparation);
  session_ = &session;
  oracles_ = &oracles;
  oracle_ = &oracles.oracle();
  to_pass_ = rows_to_pass(&session);
  if (kept_.goes_on && data_ != "-") before_.emplace(*kept_.goes_on, session, data_);
  record_.passed = to_pass_;
  record_.samples = session.counters().samples;
  if (kept_.goes_on) record_.first_row = kept_.goes_on->first_row;
  if (!outside_) return;
  const std::chrono::milliseconds interval =
      oracles.is_person() ? std::chrono::milliseconds(0) : kProgramInterval;
  saving_.emplace(
      oracles.oracle(), session, [this] { save(); }, interval);
  oracle_ = &*saving_;
  say_where(session);
}

void RunKeeper::say_where(const Session& session) const {
  if (kept_.goes_on) {
    std::cerr << "mpart: goes on with " << kept_.path << ": "
              << (data_ == "-" ? counted(session.counters().samples, "sample") + " seen"
                               : counted(to_pass_, "row") + " done")
              << ", " << counted(session.counters().labels, "label") << '\n';
  } else if (kept_.by_default) {
    std::cerr << "mpart: answers are kept in " << kept_.path
              << " (--model FILE for another); the same command goes on from there\n";
  }
}

bool RunKeeper::ask_open(Session& session) {
  if (!oracles_->answers_at_once() || kept_.resume.empty()) return true;
  const bool goes_on = ask_open_queries(session, *oracle_);
  answered();
  return goes_on;
}

void RunKeeper::pass(const Sample& sample) {
  if (passed_ == 0 && keeps_record_) {
    record_.first_row = row_checksum(sample);
    record_written_ = false;
  }
  if (before_ && passing()) before_->check(passed_, sample);
  ++passed_;
}

void RunKeeper::require_passed() const {
  if (!kept_.goes_on || !passing()) return;
  throw conflict(data_ + ": " + counted(passed_, "row") + " found, and the model in " + kept_.path +
                 " has seen " + std::to_string(to_pass_) + "; --resume " + kept_.path +
                 " goes on from it with other data");
}

void RunKeeper::answered() {
  if (saving_) saving_->save_answers();
}

void RunKeeper::save() {
  if (std::exchange(overwrite_, false)) remove_model(kept_.path);
  if (keeps_record_ && !std::exchange(record_written_, true)) record_.write(kept_.path);
  save_model(kept_.path, *session_, save_options_, preparation_);
}

std::string RunKeeper::how_to_go_on(const CLI::App& command, std::uint64_t limit,
                                    std::uint64_t seen) const {
  if (kept_.path.empty()) return "mpart: stopped; without --model nothing is kept\n";
  std::vector<std::string> words = words_of(command, stays);
  words.insert(words.begin(), {"mpart", "run"});
  words.insert(words.end(), {"--resume", kept_.path, "--model", kept_.path});
  if (data_ != "-") words.insert(words.end(), {"--skip", std::to_string(to_pass_ + seen)});
  const std::uint64_t left = limit_left(limit, to_pass_);
  if (left > seen) words.insert(words.end(), {"--limit", std::to_string(left - seen)});
  return "mpart: stopped; to go on:\n  " + shell_line(words) + "\n";
}

}  // namespace mpart
