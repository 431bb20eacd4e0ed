#include "learn/make_learner.hpp"

#include "mpart/error.hpp"
#include "util/similar_name.hpp"

namespace mpart {

namespace {

struct Entry {
  std::string_view name;
  std::unique_ptr<Learner> (*make)(const LearnerSetup& setup);
};

// A new learner is a line here, and a file.
constexpr Entry kLearners[] = {
    {"mpart", make_mpart},      //
    {"plus", make_plus},        //
    {"lpart", make_lpart},      //
    {"asoinn", make_asoinn},    //
    {"mlp", make_mlp},          //
    {"nearest", make_nearest},  //
    {"knn", make_knn},
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
  NamedOptions options(parameters.learner, "learner ");
  for (const Entry& entry : kLearners) {
    if (entry.name != options.name()) continue;
    std::unique_ptr<Learner> learner = entry.make({parameters, options, seed});
    options.check();
    return learner;
  }
  throw invalid_argument("learner must be " + all_names() + ", not \"" + options.name() + "\"" +
                         did_you_mean(options.name(), learner_names()));
}

}  // namespace mpart
