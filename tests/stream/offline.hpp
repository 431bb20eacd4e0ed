#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mpart/session.hpp"

namespace mpart::stream {

struct Topics {
  std::string samples = "samples", labels = "labels", out = "out", queries = "queries",
              state = "state", dead = "dead";
};

struct Findings {
  std::vector<std::string> wrong;  // a line each
  std::size_t keys = 0, samples = 0, questions = 0, labels = 0, dead = 0;
};

// Reads every topic and holds the workers to what they promise: every message has one effect; the
// state of every key is, byte for byte, that of a session that saw the same messages in the order
// in which they were answered; no question is asked twice, none beyond the budget.
Findings examine(const std::string& brokers, const SessionOptions& options,
                 const Topics& topics = {});

// The models that the topic of states has now.
std::map<std::string, Session> states_of(const std::string& brokers, std::int32_t partitions,
                                         const std::string& topic = "state");

}  // namespace mpart::stream
