#include "prepare/tensor_elements.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "mpart/error.hpp"
#include "prepare/onnx_runtime_table.hpp"
#include "wire/number_text.hpp"

namespace mpart::embed {
namespace {

// IEEE 754 half precision: 1 sign bit, 5 bits of exponent, 10 of fraction.
std::uint16_t to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000U);
  const float size = std::abs(value);
  constexpr float kLargest = 65519.996F;  // the next one is rounded to infinity
  constexpr float kSmallestNormal = 6.103515625e-5F;
  if (!(size <= kLargest)) {
    return static_cast<std::uint16_t>(sign | (std::isnan(value) ? 0x7E00U : 0x7C00U));
  }
  if (size < kSmallestNormal) {  // multiples of 2^-24
    return static_cast<std::uint16_t>(sign |
                                      static_cast<std::uint16_t>(std::nearbyint(size * 0x1p24F)));
  }
  // Round to even what the 13 lowest bits say, then change the exponent's base from 127 to 15.
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  const std::uint32_t rounded = magnitude + 0xFFFU + (magnitude >> 13 & 1U);
  return static_cast<std::uint16_t>(sign | ((rounded >> 13) - (112U << 10)));
}

float from_half(std::uint16_t half) {
  const float sign = (half & 0x8000U) != 0 ? -1.F : 1.F;
  const int exponent = half >> 10 & 0x1F;
  const auto fraction = static_cast<float>(half & 0x3FFU);
  if (exponent == 0x1F) {
    return fraction == 0 ? sign * std::numeric_limits<float>::infinity()
                         : std::numeric_limits<float>::quiet_NaN();
  }
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

template <typename Whole>
bool has(float value) {
  // Both limits are powers of two, or one less, which a float may not have: compared as doubles.
  constexpr auto kLow = static_cast<double>(std::numeric_limits<Whole>::min());
  const double beyond = std::ldexp(1., std::numeric_limits<Whole>::digits);
  return std::trunc(value) == value && double{value} >= kLow && double{value} < beyond;
}

template <typename Whole>
[[noreturn]] void refuse(float value, std::size_t position) {
  std::string found;
  wire::append_number(found, value);
  throw invalid_data("value " + std::to_string(position) + " is " + found +
                     ", a whole number from " + std::to_string(std::numeric_limits<Whole>::min()) +
                     " to " + std::to_string(std::numeric_limits<Whole>::max()) + " expected");
}

template <typename Element>
void convert(std::span<const float> values, std::size_t width, std::byte* out) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if constexpr (std::numeric_limits<Element>::is_integer) {
      if (!has<Element>(values[i])) refuse<Element>(values[i], i % width + 1);
    }
    const auto element = static_cast<Element>(values[i]);
    std::memcpy(out + i * sizeof(Element), &element, sizeof(Element));
  }
}

template <typename Element>
void convert_back(const void* elements, std::span<float> out) {
  const auto* const from = static_cast<const Element*>(elements);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<float>(from[i]);
}

}  // namespace

std::size_t element_size(int type) {
  switch (type) {
    case ort::kUint8:
    case ort::kInt8:
      return 1;
    case ort::kFloat16:
      return 2;
    case ort::kFloat:
    case ort::kInt32:
      return 4;
    case ort::kInt64:
    case ort::kDouble:
      return 8;
    default:
      return 0;
  }
}

bool is_whole(int type) {
  return type == ort::kUint8 || type == ort::kInt8 || type == ort::kInt32 || type == ort::kInt64;
}

void to_elements(std::span<const float> values, int type, std::size_t width,
                 std::vector<std::byte>& elements) {
  elements.resize(values.size() * element_size(type));
  std::byte* const out = elements.data();
  if (type == ort::kUint8) convert<std::uint8_t>(values, width, out);
  if (type == ort::kInt8) convert<std::int8_t>(values, width, out);
  if (type == ort::kInt32) convert<std::int32_t>(values, width, out);
  if (type == ort::kInt64) convert<std::int64_t>(values, width, out);
  if (type == ort::kDouble) convert<double>(values, width, out);
  if (type != ort::kFloat16) return;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint16_t half = to_half(values[i]);
    std::memcpy(out + i * sizeof(half), &half, sizeof(half));
  }
}

void to_floats(const void* elements, int type, std::span<float> out) {
  if (type == ort::kFloat) convert_back<float>(elements, out);
  if (type == ort::kUint8) convert_back<std::uint8_t>(elements, out);
  if (type == ort::kInt8) convert_back<std::int8_t>(elements, out);
  if (type == ort::kInt32) convert_back<std::int32_t>(elements, out);
  if (type == ort::kInt64) convert_back<std::int64_t>(elements, out);
  if (type == ort::kDouble) convert_back<double>(elements, out);
  if (type != ort::kFloat16) return;
  const auto* const halves = static_cast<const std::uint16_t*>(elements);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = from_half(halves[i]);
}

}  // namespace mpart::embed
