#include <algorithm>
#include <numeric>
#include <string>

#include "mpart/error.hpp"
#include "mpart/strategy.hpp"
#include "util/text.hpp"

namespace mpart {

namespace {

constexpr std::size_t kMostDecimals = 9;

// The decimal number "0.05" times 1/scale as a fraction in lowest terms, 1/20. False for another
// text and for more decimals than anybody means.
bool parse_share(std::string_view text, std::uint64_t scale, Budget& out) {
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view decimals = text.substr(std::min(point + 1, text.size()));
  const std::string digits = std::string(text.substr(0, point)).append(decimals);
  std::uint64_t questions = 0;
  if (decimals.size() > kMostDecimals || !parse_whole(digits, questions)) return false;
  std::uint64_t period = scale;
  for (std::size_t i = 0; i < decimals.size(); ++i) period *= 10;
  const std::uint64_t common = std::gcd(questions, period);
  out = {questions / common, period / common};
  return true;
}

bool parse_ratio(std::string_view text, Budget& out) {
  const std::size_t slash = text.find('/');
  return slash != std::string_view::npos && parse_whole(text.substr(0, slash), out.questions) &&
         parse_whole(text.substr(slash + 1), out.period);
}

}  // namespace

Budget Budget::parse(std::string_view text) {
  const bool percent = text.ends_with('%');
  const std::string_view number = text.substr(0, text.size() - (percent ? 1 : 0));
  Budget budget;
  const bool is_share = percent || text.find('.') != std::string_view::npos;
  if (is_share ? parse_share(number, percent ? 100 : 1, budget) : parse_ratio(text, budget)) {
    budget.check();
    return budget;
  }
  if (parse_total(text)) {
    throw invalid_argument("budget " + in_quotes(text) +
                           ": a share of the samples is expected here, such as 1/100 or 5%");
  }
  throw invalid_argument(
      "budget must be B/W, such as 1/100, a share, such as 5% or 0.05, or a "
      "number, such as 50 labels, not " +
      in_quotes(text));
}

std::optional<std::uint64_t> Budget::parse_total(std::string_view text) {
  std::string_view number = trim(text);
  for (const std::string_view noun : {"labels", "label"}) {
    if (!number.ends_with(noun)) continue;
    number = trim(number.substr(0, number.size() - noun.size()));
    break;
  }
  std::uint64_t labels = 0;
  if (!parse_whole(number, labels)) return std::nullopt;
  if (labels == 0) {
    throw invalid_argument("budget " + in_quotes(text) + " must be at least 1 label");
  }
  return labels;
}

}  // namespace mpart
