#include "learn/learner_options.hpp"

#include <charconv>
#include <cmath>
#include <sstream>

#include "mpart/error.hpp"

namespace mpart {

LearnerOptions::LearnerOptions(std::string_view text) {
  std::size_t comma = text.find(',');
  name_ = text.substr(0, comma);
  while (comma != std::string_view::npos) {
    text.remove_prefix(comma + 1);
    comma = text.find(',');
    const std::string_view option = text.substr(0, comma);
    const std::size_t equals = option.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      throw Error(ErrorKind::kBadUse,
                  "learner " + name_ + ": \"" + std::string(option) + "\" should be option=value");
    }
    if (!given_.emplace(option.substr(0, equals), option.substr(equals + 1)).second) {
      throw Error(ErrorKind::kBadUse, "learner " + name_ + ": option \"" +
                                          std::string(option.substr(0, equals)) + "\" twice");
    }
  }
}

double LearnerOptions::number(const char* option, double otherwise, double least, double most) {
  const auto found = given_.find(option);
  if (found == given_.end()) return otherwise;
  const std::string text = found->second;
  given_.erase(found);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= least) ||
      !(value <= most)) {
    std::ostringstream message;
    message << "learner " << name_ << ": " << option << " must be between " << least << " and "
            << most << ", not \"" << text << '"';
    throw Error(ErrorKind::kBadUse, message.str());
  }
  return value;
}

std::uint32_t LearnerOptions::whole(const char* option, std::uint32_t otherwise,
                                    std::uint32_t least, std::uint32_t most) {
  const double value = number(option, otherwise, least, most);
  if (value != std::floor(value)) {
    throw Error(ErrorKind::kBadUse, "learner " + name_ + ": " + option + " must be a whole number");
  }
  return static_cast<std::uint32_t>(value);
}

void LearnerOptions::check() const {
  if (given_.empty()) return;
  throw Error(ErrorKind::kBadUse,
              "learner " + name_ + ": no option \"" + given_.begin()->first + "\"");
}

}  // namespace mpart
