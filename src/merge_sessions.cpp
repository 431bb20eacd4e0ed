#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "mpart/error.hpp"
#include "mpart/merge.hpp"

namespace mpart {

namespace {

template <typename T>
void require_same(const std::string& what, const T& value, const T& expected) {
  if (value == expected) return;
  std::ostringstream message;
  message << what << " is " << value << ", " << expected << " was expected";
  throw conflict(message.str());
}

bool has_seen_nothing(const Session& session) { return session.counters().samples == 0; }

struct Part {
  const Session* session;
  std::string bytes;
};

Session copy_of(const Part& part) {
  Reader reader(part.bytes);
  return Session::load(reader);
}

// Sorted by their bytes, so that the order of the caller makes no difference.
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

void require_mergeable(const Session& session, const Session& expected) {
  const SessionOptions& own = session.options();
  const SessionOptions& other = expected.options();
  require_same("learner", own.parameters.learner, other.parameters.learner);
  const bool found_vigilance = own.choose_vigilance && other.choose_vigilance;
  for (const ParameterRow& row : parameter_table()) {
    if (found_vigilance && row.name == "rho") continue;  // each stream has found its own
    std::string name(row.name);
    std::replace(name.begin(), name.end(), '_', ' ');
    require_same(name, row.get(own.parameters), row.get(other.parameters));
  }
  require_same("strategy", name_of(own.strategy), name_of(other.strategy));
  require_same("budget", own.budget.text(), other.budget.text());
  const std::size_t width = session.learner().width();
  const std::size_t other_width = expected.learner().width();
  if (width == 0 || other_width == 0) return;
  require_same("number of features", width, other_width);
}

Session merge_sessions(std::span<const Session* const> sessions) {
  if (sessions.empty()) throw invalid_argument("no model to merge");
  const Session* widest = *std::ranges::max_element(
      sessions, {}, [](const Session* session) { return session->learner().width(); });
  for (const Session* session : sessions) require_mergeable(*session, *widest);
  std::vector<Part> parts = in_order(sessions);
  const Part first = parts.front();
  std::erase_if(parts, [](const Part& part) { return has_seen_nothing(*part.session); });
  if (parts.size() < 2) {
    return copy_of(parts.empty() ? first : parts.front());
  }
  SessionOptions options = first.session->options_;
  std::uint64_t asked = 0;
  Scaling scaling;
  for (const Part& part : parts) {
    const SessionOptions& own = part.session->options_;
    options.seed = std::min(options.seed, own.seed);
    options.parameters.rho = std::min(options.parameters.rho, own.parameters.rho);
    asked += part.session->ledger_.asked();
    scaling.unite(*part.session->scaling_);
  }
  std::vector<Session> rescaled;  // only those whose scale is another one
  rescaled.reserve(parts.size());
  std::vector<const Learner*> learners;
  for (const Part& part : parts) {
    learners.push_back(part.session->learner_.get());
    if (scaling.is_identity()) continue;
    Session& copy = rescaled.emplace_back(copy_of(part));
    if (auto* const learner = as<Rescalable>(*copy.learner_)) {
      learner->rescale(scaling.from(*copy.scaling_));
      learners.back() = copy.learner_.get();
    }
  }
  Session merged(options);
  merged.options_.choose_mode = false;
  merged.options_.choose_vigilance = options.choose_vigilance;
  *merged.scaling_ = std::move(scaling);
  auto* learner = as<Mergeable>(*merged.learner_);
  if (learner == nullptr) {
    throw unsupported("models of the learner " + options.parameters.learner + " cannot be merged");
  }
  learner->merge(learners);
  merged.ledger_.begin_after(asked);
  for (const Part& part : parts) {
    merged.counters_ += part.session->counters_;
    merged.counters_.expired += part.session->ledger_.open_count();
  }
  merged.step_.time = merged.counters_.samples - 1;
  return merged;
}

}  // namespace mpart
