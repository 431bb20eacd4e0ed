#include "learn/plus.hpp"

#include <algorithm>

#include "learn/messages/propagation.hpp"
#include "learn/plus/coverage.hpp"
#include "learn/plus/frozen_plus.hpp"
#include "learn/plus/soft_answer.hpp"

namespace mpart {

double Plus::gather(NodeIndex winner, Scratch& scratch, Prediction& out) const {
  find_speakers(nodes(), parameters(), answers_, winner, scratch);
  double mass =
      take_in(expand(topology(), scratch.best, expanded_layers(), delta_, scratch), scratch, out);
  if (far_ && mass < kFaint) {
    mass += add_nearest_label(nodes(), labels(), scratch.input, out.probability);
  }
  balance_.apply(out.probability);
  return mass;
}

// All nodes speak for it, so where labels come faster than every node_count() samples it is done
// after some of them only: a sample never pays for more than a node.
void Plus::labels_changed() {
  if (!balance_.on()) return;
  const std::uint64_t received = labels().received();
  const std::uint64_t every = 2 * received * nodes().size() / std::max<std::uint64_t>(time(), 1);
  if (every < 2 || received % every == 0) renew_balance();
}

void Plus::renew_balance() { balance_.renew(topology(), labels(), all_messages(delta_)); }

std::vector<NodeIndex> Plus::nominate(std::size_t count, const std::vector<bool>& waiting) const {
  return least_covered(nodes(), topology(), labels(), waiting, count, clear_);
}

std::unique_ptr<const Frozen> Plus::freeze() const {
  return std::make_unique<FrozenPlus>(FrozenPlus::Parts{parameters(), answers_, far_, nodes(),
                                                        labels(), balance_, all_messages(delta_)});
}

void Plus::merge(std::span<const Learner* const> parts) {
  Mpart::merge(parts);
  if (balance_.on()) renew_balance();
}

void Plus::save(Writer& writer, const SaveOptions& options) const {
  Mpart::save(writer, options);
  balance_.save(writer);
}

void Plus::load(Reader& reader) {
  Mpart::load(reader);
  balance_.load(reader, classes().size());
}

}  // namespace mpart
