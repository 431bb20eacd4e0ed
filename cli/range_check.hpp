#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "mpart/preparation.hpp"
#include "mpart/session.hpp"
#include "mpart/source.hpp"

namespace mpart {

// Looks out for rows that mean something else than those that a model has learned: of another unit,
// or not scaled as they were.
class RangeCheck {
 public:
  // Of the values of a row before anything is done to them. Of a model that begins with a network
  // or a text nothing is known.
  RangeCheck(const Preparation& preparation, const Session& session);

  // Gives the rows of `source` on, and counts those that are far from all that the model has seen.
  // REQUIRES: the check outlives what it returns.
  std::unique_ptr<Source> watch(std::unique_ptr<Source> source);

  // Throws Error(kInvalidData) that names a column if most rows were far. `data` is for the
  // message.
  void require_near(const std::string& data) const;

 private:
  class Watch;

  Scaling scaling_;
  bool is_known_ = false;
  std::uint64_t rows_ = 0, far_ = 0;
  std::string example_;  // of the first row that was far
};

}  // namespace mpart
