#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/evaluation.hpp"
#include "mpart/session.hpp"

namespace mpart {

struct RunResult {
  const Session& session;
  std::uint64_t seen = 0;  // samples of this run
  double seconds = 0;      // spent learning and asking
  Evaluation online;       // answers to the stream's own samples, before any label of theirs
  std::optional<Evaluation> test;
};

std::string readable_report(const RunResult& result);
std::string json_report(const RunResult& result);  // one object, one line

// What a person who stopped the run can do next. `passed` rows of the data are done.
std::string how_to_go_on(const std::string& data, const std::string& model, std::uint64_t passed);

}  // namespace mpart
