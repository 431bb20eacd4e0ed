#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "learn/core/messages/propagation.hpp"
#include "learn/make_learner.hpp"
#include "learn/mpart/mpart.hpp"
#include "learn/plus/balance.hpp"
#include "learn/plus/frozen_plus.hpp"
#include "learn/plus/soft_answer.hpp"

namespace mpart {

namespace {

// MPART that needs fewer labels, see docs/beyond.md. The nodes and the graph are MPART's; an answer
// comes from several nodes instead of the winner alone, messages carry further, where hardly any
// arrive the nearest labelled node speaks, and classes are held in balance. Each part has an option
// that turns it off.
class Plus : public Mpart {
 public:
  explicit Plus(const LearnerSetup& setup) : Plus(setup, setup.options.number("delta", 1, 0, 1)) {}

  std::unique_ptr<const Frozen> freeze() const override;
  void merge(std::span<const Learner* const> parts) override;
  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 protected:
  double gather(NodeIndex winner, Buffers& scratch, Prediction& out) const override;
  void labels_changed() override;

 private:
  Plus(const LearnerSetup& setup, double delta)
      : Mpart(setup.parameters, delta),
        delta_(delta),
        answers_(setup.options.whole("answers", 5, 1, 1000)),
        far_(setup.options.whole("far", 1, 0, 1) == 1),
        balance_(setup.options.number("balance", 0.5, 0, 1000)) {
    setup.options.whole("clear", 1, 0, 1);  // read by the strategy cover
  }

  void renew_balance();

  double delta_;
  std::uint32_t answers_;
  bool far_;
  Balance balance_;
};

double Plus::gather(NodeIndex winner, Buffers& scratch, Prediction& out) const {
  out.calibration = Calibration::kPlus;
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

}  // namespace

std::unique_ptr<Learner> make_plus(const LearnerSetup& setup) {
  return std::make_unique<Plus>(setup);
}

}  // namespace mpart
