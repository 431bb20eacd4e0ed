#include "prepare/tensor_elements.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "prepare/message_of.hpp"
#include "prepare/onnx_runtime_table.hpp"

using namespace mpart;
using namespace mpart::embed;
using namespace mpart::test;

namespace {

std::vector<float> there_and_back(const std::vector<float>& values, int type) {
  std::vector<std::byte> elements;
  to_elements(values, type, values.size(), elements);
  EXPECT_EQ(elements.size(), values.size() * element_size(type));
  std::vector<float> back(values.size());
  to_floats(elements.data(), type, back);
  return back;
}

std::string refusal(float value, int type) {
  std::vector<std::byte> elements;
  return message_of([&] { to_elements(std::vector{1.F, 0.F, value}, type, 2, elements); });
}

}  // namespace

TEST(TensorElements, WholeNumbersComeBack) {
  EXPECT_EQ(there_and_back({0, 1, 255}, ort::kUint8), (std::vector<float>{0, 1, 255}));
  EXPECT_EQ(there_and_back({-128, 127}, ort::kInt8), (std::vector<float>{-128, 127}));
  const std::vector<float> large = {-2147483648.F, 16777216};
  EXPECT_EQ(there_and_back(large, ort::kInt32), large);
  EXPECT_EQ(there_and_back({-0x1p63F, 0x1p62F}, ort::kInt64),
            (std::vector<float>{-0x1p63F, 0x1p62F}));
  EXPECT_EQ(there_and_back({0.1F, -3e38F}, ort::kDouble), (std::vector<float>{0.1F, -3e38F}));
}

TEST(TensorElements, WhatATypeDoesNotHaveIsRefusedNotRounded) {
  EXPECT_EQ(refusal(0.5F, ort::kUint8), "value 1 is 0.5, a whole number from 0 to 255 expected");
  EXPECT_EQ(refusal(256, ort::kUint8), "value 1 is 256, a whole number from 0 to 255 expected");
  EXPECT_EQ(refusal(-1, ort::kUint8), "value 1 is -1, a whole number from 0 to 255 expected");
  EXPECT_NE(refusal(2147483648.F, ort::kInt32), "no error");
  EXPECT_NE(refusal(0x1p63F, ort::kInt64), "no error");
  EXPECT_NE(refusal(std::nanf(""), ort::kInt64), "no error");
  EXPECT_NE(refusal(std::numeric_limits<float>::infinity(), ort::kInt64), "no error");
}

TEST(TensorElements, EveryHalfComesBackAndOthersAreRoundedToEven) {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    float value = 0;
    to_floats(&half, ort::kFloat16, {&value, 1});
    if (std::isnan(value)) continue;
    std::vector<std::byte> elements;
    to_elements({&value, 1}, ort::kFloat16, 1, elements);
    std::uint16_t back = 0;
    std::memcpy(&back, elements.data(), sizeof(back));
    ASSERT_EQ(back, half) << value;
  }
  EXPECT_EQ(there_and_back({2049, 2051, 65519, 65520, 1e-8F}, ort::kFloat16),
            (std::vector<float>{2048, 2052, 65504, std::numeric_limits<float>::infinity(), 0}));
  EXPECT_TRUE(std::isnan(there_and_back({std::nanf("")}, ort::kFloat16).front()));
}
