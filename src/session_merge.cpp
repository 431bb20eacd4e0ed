#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "mpart/error.hpp"
#include "mpart/session.hpp"

namespace mpart {

namespace {

template <typename T>
void require_same(const char* what, const T& value, const T& expected) {
  if (value == expected) return;
  std::ostringstream message;
  message << what << " is " << value << ", " << expected << " was expected";
  throw Error(ErrorKind::kBadInput, message.str());
}

std::string text_of(Budget budget) {
  return std::to_string(budget.questions) + "/" + std::to_string(budget.period);
}

bool has_seen_nothing(const Session& session) { return session.counters().samples == 0; }

struct Part {
  const Session* session;
  std::string bytes;
};

// In an order of their own, so that the caller's makes no difference.
std::vector<Part> in_order(std::span<const Session* const> sessions) {
  std::vector<Part> parts;
  for (const Session* session : sessions) {
    Writer writer;
    session->save(writer);
    parts.push_back({session, writer.bytes()});
  }
  std::ranges::sort(parts, {}, &Part::bytes);
  return parts;
}

}  // namespace

void Session::require_mergeable(const Session& other) const {
  const Parameters& own = options_.parameters;
  const Parameters& others = other.options_.parameters;
  require_same("learner", own.learner, others.learner);
  require_same("alpha", own.alpha, others.alpha);
  require_same("beta", own.beta, others.beta);
  require_same("rho", own.rho, others.rho);
  require_same("delta", own.delta, others.delta);
  require_same("tau", own.tau, others.tau);
  require_same("ke", own.ke, others.ke);
  require_same("kd", own.kd, others.kd);
  require_same("layers", own.layers, others.layers);
  require_same("density weighting", own.density_weighting, others.density_weighting);
  require_same("max nodes", own.max_nodes, others.max_nodes);
  require_same("strategy", name_of(options_.strategy), name_of(other.options_.strategy));
  require_same("budget", text_of(options_.budget), text_of(other.options_.budget));
  if (learner_->width() == 0 || other.learner_->width() == 0) return;
  require_same("number of features", learner_->width(), other.learner_->width());
}

Session Session::merge(std::span<const Session* const> sessions) {
  if (sessions.empty()) throw Error(ErrorKind::kBadUse, "no model to merge");
  const Session* widest = *std::ranges::max_element(
      sessions, {}, [](const Session* session) { return session->learner_->width(); });
  for (const Session* session : sessions) session->require_mergeable(*widest);
  std::vector<Part> parts = in_order(sessions);
  const Part first = parts.front();
  std::erase_if(parts, [](const Part& part) { return has_seen_nothing(*part.session); });
  if (parts.size() < 2) {
    Reader reader(parts.empty() ? first.bytes : parts.front().bytes);
    return load(reader);
  }
  SessionOptions options = first.session->options_;
  std::uint64_t asked = 0;
  std::vector<const Learner*> learners;
  for (const Part& part : parts) {
    options.seed = std::min(options.seed, part.session->options_.seed);
    asked += part.session->ledger_.asked();
    learners.push_back(part.session->learner_.get());
  }
  Session merged(options);
  merged.learner_->merge(learners);
  merged.ledger_.begin_after(asked);
  for (const Part& part : parts) {
    merged.counters_ += part.session->counters_;
    merged.counters_.expired += part.session->ledger_.open_count();
  }
  merged.step_.time = merged.counters_.samples - 1;
  return merged;
}

}  // namespace mpart
