#include "learn/asoinn.hpp"
#include "learn/knn.hpp"
#include "learn/learner_options.hpp"
#include "learn/lpart.hpp"
#include "learn/mlp.hpp"
#include "learn/mpart.hpp"
#include "learn/nearest.hpp"
#include "learn/plus.hpp"
#include "mpart/error.hpp"

namespace mpart {

namespace {

template <typename Made>
std::unique_ptr<Learner> make(const LearnerSetup& setup) {
  return std::make_unique<Made>(setup);
}

struct Entry {
  std::string_view name;
  std::unique_ptr<Learner> (*make)(const LearnerSetup& setup);
};

// A new learner is a line here, and a file.
constexpr Entry kLearners[] = {
    {"mpart", make<Mpart>},      //
    {"plus", make<Plus>},        //
    {"lpart", make<Lpart>},      //
    {"asoinn", make<Asoinn>},    //
    {"mlp", make<Mlp>},          //
    {"nearest", make<Nearest>},  //
    {"knn", make<Knn>},
};

std::string all_names() {
  std::string text;
  for (const Entry& entry : kLearners) {
    if (!text.empty()) text += &entry == std::end(kLearners) - 1 ? " or " : ", ";
    text += entry.name;
  }
  return text;
}

}  // namespace

std::vector<std::string_view> learner_names() {
  std::vector<std::string_view> names;
  for (const Entry& entry : kLearners) names.push_back(entry.name);
  return names;
}

std::unique_ptr<Learner> make_learner(const Parameters& parameters, std::uint64_t seed) {
  parameters.check();
  LearnerOptions options(parameters.learner);
  for (const Entry& entry : kLearners) {
    if (entry.name != options.name()) continue;
    std::unique_ptr<Learner> learner = entry.make({parameters, options, seed});
    options.check();
    return learner;
  }
  throw Error(ErrorKind::kBadUse,
              "learner must be " + all_names() + ", not \"" + options.name() + "\"");
}

}  // namespace mpart
