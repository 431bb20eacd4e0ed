#include "source/synthetic_options.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "mpart/error.hpp"
#include "source/cell.hpp"
#include "source/message.hpp"

namespace mpart {
namespace {

using Shape = SyntheticOptions::Shape;

struct Option {
  std::string_view name;
  double SyntheticOptions::*value;
  std::string_view streams;  // that know it
  double least, most;
  bool integral;
};

constexpr std::array kStreams = {
    std::pair("moons", Shape::kMoons), std::pair("blobs", Shape::kBlobs),
    std::pair("late-class", Shape::kLateClass), std::pair("drift", Shape::kDrift)};

constexpr double kMany = 1e15;  // integers up to here are exact in a double
constexpr std::array kOptions = {
    Option{"samples", &SyntheticOptions::samples, "moons blobs late-class drift", 0, kMany, true},
    Option{"noise", &SyntheticOptions::noise, "moons blobs late-class drift", 0, 1, false},
    Option{"classes", &SyntheticOptions::classes, "blobs late-class drift", 2, 26, true},
    Option{"dims", &SyntheticOptions::dims, "blobs late-class", 1, 1024, true},
    Option{"after", &SyntheticOptions::after, "late-class", 0, 1, false},
    Option{"period", &SyntheticOptions::period, "drift", 1, kMany, true}};

[[noreturn]] void bad_use(const std::string& stream, const std::string& what) {
  throw Error(ErrorKind::kBadUse, "synthetic:" + stream + ": " + what);
}

bool knows(const std::string& stream, const Option& option) {
  return option.streams.find(stream) != std::string_view::npos;
}

void set_option(const std::string& stream, std::string_view setting, SyntheticOptions& options) {
  const std::size_t equals = setting.find('=');
  const std::string_view name = trim(setting.substr(0, equals));
  const auto* const option = std::find_if(
      kOptions.begin(), kOptions.end(),
      [&](const Option& candidate) { return candidate.name == name && knows(stream, candidate); });
  if (option == kOptions.end()) {
    std::string known;
    for (const Option& each : kOptions) {
      if (!knows(stream, each)) continue;
      known += (known.empty() ? "" : ", ") + std::string(each.name);
    }
    bad_use(stream, "no option " + in_quotes(name) + "; options are " + known);
  }
  const std::string_view text =
      equals == std::string_view::npos ? std::string_view() : trim(setting.substr(equals + 1));
  double value = 0;
  const bool sound = parse_number(text, value) == NumberState::kNumber && value >= option->least &&
                     value <= option->most && (!option->integral || value == std::trunc(value));
  if (!sound) {
    std::string least, most;
    write_number(option->least, least);
    write_number(option->most, most);
    bad_use(stream, std::string(name) + ": " + (option->integral ? "an integer" : "a number") +
                        " from " + least + " to " + most + " expected, " + in_quotes(text) +
                        " found");
  }
  options.*(option->value) = value;
}

}  // namespace

SyntheticOptions parse_synthetic(const std::string& spec) {
  std::string_view rest = spec;
  const std::string stream(rest.substr(0, rest.find(',')));
  SyntheticOptions options;
  const auto* const known = std::find_if(kStreams.begin(), kStreams.end(),
                                         [&](const auto& each) { return stream == each.first; });
  if (known == kStreams.end()) {
    bad_use(shortened(stream), "no such stream; moons, blobs, late-class and drift exist");
  }
  options.shape = known->second;
  rest.remove_prefix(stream.size());
  while (!rest.empty()) {
    rest.remove_prefix(1);  // the comma
    const std::string_view setting = rest.substr(0, rest.find(','));
    set_option(stream, setting, options);
    rest.remove_prefix(setting.size());
  }
  return options;
}

}  // namespace mpart
