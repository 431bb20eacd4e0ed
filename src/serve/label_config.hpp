#pragma once

#include <optional>
#include <set>
#include <string>

namespace mpart::serve {

// What of a Label Studio labelling configuration matters here: where a class is chosen.
struct LabelConfig {
  std::string from_name, to_name;  // of the first Choices tag that is about a whole task
  std::set<std::string> choices;   // empty: they come with each task

  bool offers(const std::string& label) const { return choices.empty() || choices.contains(label); }
};

// Nothing if it is not XML, or no class can be chosen there.
std::optional<LabelConfig> read_label_config(const std::string& xml);

}  // namespace mpart::serve
