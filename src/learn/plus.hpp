#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "learn/mpart.hpp"
#include "learn/plus/balance.hpp"

namespace mpart {

// MPART that needs fewer labels, see docs/beyond.md. The nodes and the graph are MPART's; an answer
// comes from several nodes instead of the winner alone, messages carry further, where hardly any
// arrive the nearest labelled node speaks, and classes are held in balance. nominate() names nodes
// that no label speaks for. Each part has an option that turns it off.
class Plus : public Mpart {
 public:
  explicit Plus(const LearnerSetup& setup) : Plus(setup, setup.options.number("delta", 1, 0, 1)) {}

  std::vector<NodeIndex> nominate(std::size_t count,
                                  const std::vector<bool>& waiting) const override;
  bool nominates() const override { return true; }

  std::unique_ptr<const Frozen> freeze() const override;
  void merge(std::span<const Learner* const> parts) override;
  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 protected:
  double gather(NodeIndex winner, Scratch& scratch, Prediction& out) const override;
  void labels_changed() override;

 private:
  Plus(const LearnerSetup& setup, double delta)
      : Mpart(setup.parameters, delta),
        delta_(delta),
        answers_(setup.options.whole("answers", 5, 1, 1000)),
        far_(setup.options.whole("far", 1, 0, 1) == 1),
        clear_(setup.options.whole("clear", 1, 0, 1) == 1),
        balance_(setup.options.number("balance", 0.5, 0, 1000)) {}

  void renew_balance();

  double delta_;
  std::uint32_t answers_;
  bool far_;
  bool clear_;
  Balance balance_;
};

}  // namespace mpart
