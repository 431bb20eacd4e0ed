#pragma once

#include <chrono>
#include <functional>

#include "mpart/oracle.hpp"
#include "mpart/session.hpp"

namespace mpart {

// Sees to it that answers are on disk before the next question is shown: passes questions on, and
// calls `save` between two of them and after a step. Answers that come faster than `interval` are
// saved together. The three it refers to must outlive it.
class SavingOracle : public Oracle {
 public:
  SavingOracle(Oracle& oracle, Session& session, std::function<void()> save,
               std::chrono::milliseconds interval)
      : oracle_(oracle), session_(session), save_(std::move(save)), interval_(interval) {}

  Answer ask(const Query& query) override;
  std::span<const LateAnswer> collect() override { return oracle_.collect(); }
  void refuse(const LateAnswer& answer, const std::string& reason) override {
    oracle_.refuse(answer, reason);
  }

  // After a step, when its answers have been applied.
  void save_answers();

 private:
  using Clock = std::chrono::steady_clock;

  Oracle& oracle_;
  Session& session_;
  std::function<void()> save_;
  std::chrono::milliseconds interval_;
  bool unsaved_ = false;
  Clock::time_point saved_ = Clock::time_point::min();
};

// Asks again what is still open, such as what was on the screen when the program was stopped.
// Returns false if the person wants to stop.
bool ask_open_queries(Session& session, Oracle& oracle);

}  // namespace mpart
