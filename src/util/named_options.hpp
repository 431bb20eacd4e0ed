#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mpart {

// `NAME[,option=value..]`, as in "knn,k=3". Whoever is named asks for the options that it knows;
// check() then refuses the rest. Everything throws Error(kInvalidArgument) that names what, option
// and range: "learner knn: k must be between 1 and 1e+06, not "0"".
class NamedOptions {
 public:
  // `kind` stands before the name in messages: "learner ".
  NamedOptions(std::string_view text, std::string_view kind);

  const std::string& name() const { return name_; }
  double number(const char* option, double otherwise, double least, double most);
  std::uint32_t whole(const char* option, std::uint32_t otherwise, std::uint32_t least,
                      std::uint32_t most);
  void check() const;

 private:
  [[noreturn]] void fail(const std::string& what) const;

  std::string name_, who_;
  std::map<std::string, std::string, std::less<>> given_;  // not asked for yet
  std::vector<std::string> known_;                         // asked for
};

}  // namespace mpart
