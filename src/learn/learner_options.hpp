#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "mpart/learner.hpp"

namespace mpart {

// `NAME[,option=value..]`, as in "knn,k=3". A learner asks for the options that it knows; check()
// then refuses the rest. Everything throws Error(kBadUse) naming learner, option and range.
class LearnerOptions {
 public:
  explicit LearnerOptions(std::string_view text);

  const std::string& name() const { return name_; }
  double number(const char* option, double otherwise, double least, double most);
  std::uint32_t whole(const char* option, std::uint32_t otherwise, std::uint32_t least,
                      std::uint32_t most);
  void check() const;

 private:
  std::string name_;
  std::map<std::string, std::string, std::less<>> given_;  // not asked for yet
};

// All that a learner is made from. The options are its own, the parameters are common to all.
struct LearnerSetup {
  const Parameters& parameters;
  LearnerOptions& options;
  std::uint64_t seed = 0;
};

}  // namespace mpart
