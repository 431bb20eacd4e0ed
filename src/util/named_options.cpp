#include "util/named_options.hpp"

#include <cmath>
#include <sstream>

#include "mpart/error.hpp"
#include "util/sanitize_text.hpp"
#include "util/text.hpp"

namespace mpart {

NamedOptions::NamedOptions(std::string_view text, std::string_view kind) {
  std::size_t comma = text.find(',');
  name_ = text.substr(0, comma);
  who_ = std::string(kind) + sanitize_text(name_);
  while (comma != std::string_view::npos) {
    text.remove_prefix(comma + 1);
    comma = text.find(',');
    const std::string_view setting = text.substr(0, comma);
    const std::size_t equals = setting.find('=');
    const std::string option(without_outer_spaces(setting.substr(0, equals)));
    if (equals == std::string_view::npos || option.empty()) {
      fail('"' + sanitize_text(setting) + "\" should be option=value");
    }
    const bool is_new =
        given_.emplace(option, without_outer_spaces(setting.substr(equals + 1))).second;
    if (!is_new) fail("option \"" + sanitize_text(option) + "\" twice");
  }
}

double NamedOptions::number(const char* option, double otherwise, double least, double most) {
  known_.emplace_back(option);
  const auto found = given_.find(option);
  if (found == given_.end()) return otherwise;
  const std::string text = found->second;
  given_.erase(found);
  double value = 0;
  if (!parse_whole(text, value) || !(value >= least) || !(value <= most)) {
    std::ostringstream range;
    range << option << " must be between " << least << " and " << most << ", not \"";
    fail(range.str() + sanitize_text(text) + '"');
  }
  return value;
}

std::uint32_t NamedOptions::whole(const char* option, std::uint32_t otherwise, std::uint32_t least,
                                  std::uint32_t most) {
  const double value = number(option, otherwise, least, most);
  if (value != std::floor(value)) fail(std::string(option) + " must be a whole number");
  return static_cast<std::uint32_t>(value);
}

void NamedOptions::check() const {
  if (given_.empty()) return;
  std::string known;
  for (const std::string& option : known_) {
    known += (known.empty() ? "; options are " : ", ") + option;
  }
  fail("no option \"" + sanitize_text(given_.begin()->first) + '"' + known);
}

void NamedOptions::fail(const std::string& what) const {
  throw invalid_argument(who_ + ": " + what);
}

}  // namespace mpart
