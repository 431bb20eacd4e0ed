#include "prepare/network_probe.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

#include "mpart/error.hpp"

namespace mpart::embed {
namespace {

constexpr float kTolerance = 1e-4F;

// Numbers with spaces between; fewer if one is not a number.
std::vector<float> parse_numbers(std::string_view text) {
  std::vector<float> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    float value = 0;
    const auto [stop, error] = std::from_chars(at, end, value);
    if (error != std::errc()) break;
    numbers.push_back(value);
    at = std::find_if(stop, end, [](char c) { return c != ' '; });
  }
  return numbers;
}

}  // namespace

bool agree(std::span<const float> a, std::span<const float> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](float x, float y) {
    return std::abs(x - y) <= kTolerance * std::max(1.F, std::abs(y));  // false for NaN
  });
}

void check_probe(Embedder& network, const std::map<std::string, std::string>& metadata,
                 const std::string& blame) {
  const auto input = metadata.find("mpart.probe.input");
  const auto output = metadata.find("mpart.probe.output");
  if (input == metadata.end() || output == metadata.end()) return;
  const std::vector<float> sample = parse_numbers(input->second);
  const std::vector<float> expected = parse_numbers(output->second);
  if (sample.size() != network.input_width() || expected.size() != network.output_width()) {
    throw invalid_data(network.name() + ": its probe is damaged");
  }
  std::vector<float> found;
  network.embed(sample, 1, found);
  if (agree(found, expected)) return;
  throw invalid_data(network.name() + ": gives other values than when it was written: " + blame);
}

}  // namespace mpart::embed
